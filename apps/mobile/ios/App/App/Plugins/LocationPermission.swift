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
