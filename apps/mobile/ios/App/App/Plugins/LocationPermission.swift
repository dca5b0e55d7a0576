import CoreLocation

/// The permission for the location while the app is in use. Used on the main thread only, which Core Location needs for its answers.
final class LocationPermission: NSObject, CLLocationManagerDelegate {
    private lazy var manager: CLLocationManager = {
        let manager = CLLocationManager()
        manager.delegate = self
        return manager
    }()
    private var waiting: [(CLAuthorizationStatus) -> Void] = []

    var status: CLAuthorizationStatus { manager.authorizationStatus }
    /// Whether the user has allowed the approximate location only.
    var isApproximate: Bool { manager.accuracyAuthorization == .reducedAccuracy }

    /// iOS ranges beacons only for apps that may know the precise location.
    static func allowsBeacons(_ manager: CLLocationManager) -> Bool {
        let isAllowed = [.authorizedWhenInUse, .authorizedAlways].contains(manager.authorizationStatus)
        return isAllowed && manager.accuracyAuthorization == .fullAccuracy
    }

    /// Asks the user, unless they have decided. Several requests get the answer to one question.
    func request(_ completion: @escaping (CLAuthorizationStatus) -> Void) {
        guard status == .notDetermined else {
            completion(status)
            return
        }
        waiting.append(completion)
        manager.requestWhenInUseAuthorization()
    }

    /// Called once at the beginning too, before the user is asked.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        let status = manager.authorizationStatus
        guard status != .notDetermined else { return }
        let completions = waiting
        waiting = []
        completions.forEach { $0(status) }
    }
}
