import Capacitor
import CoreLocation
import UIKit
import WebKit

/// iBeacons that are near, while the app is in the foreground. It never asks for a permission: `Permissions` does.
@objc(BeaconsPlugin)
class BeaconsPlugin: CAPPlugin, CAPBridgedPlugin, CLLocationManagerDelegate {
    let identifier = "BeaconsPlugin"
    let jsName = "Beacons"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "start", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "stop", returnType: CAPPluginReturnPromise)
    ]

    /// Used on the main thread only, which Core Location needs for its answers.
    private lazy var manager: CLLocationManager = {
        let manager = CLLocationManager()
        manager.delegate = self
        return manager
    }()
    private var loading: NSKeyValueObservation?

    /// What the page has started ends with the page, and in the background; the page starts again when it is shown again.
    override func load() {
        loading = webView?.observe(\.isLoading, options: [.new]) { [weak self] _, change in
            if change.newValue == true { self?.endLater() }
        }
        NotificationCenter.default.addObserver(
            self,
            selector: #selector(endLater),
            name: UIApplication.didEnterBackgroundNotification,
            object: nil
        )
    }

    deinit {
        loading?.invalidate()
    }

    @objc func start(_ call: CAPPluginCall) {
        let uuids = (call.getArray("uuids") ?? []).compactMap { ($0 as? String).flatMap(UUID.init(uuidString:)) }
        DispatchQueue.main.async {
            guard CLLocationManager.isRangingAvailable() else {
                call.unavailable("The device cannot find beacons")
                return
            }
            guard LocationPermission.allowsBeacons(self.manager) else {
                call.reject("The app may not look for beacons", "DENIED")
                return
            }
            guard UIApplication.shared.applicationState != .background else {
                call.unavailable("The app is in the background")
                return
            }
            self.end()
            uuids.forEach { self.manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: $0)) }
            call.resolve()
        }
    }

    @objc func stop(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            self.end()
            call.resolve()
        }
    }

    @objc private func endLater() {
        DispatchQueue.main.async { self.end() }
    }

    private func end() {
        manager.rangedBeaconConstraints.forEach(manager.stopRangingBeacons(satisfying:))
    }

    /// About once a second. The accuracy is an estimate in metres, smoothed by iOS, and negative if it is unknown.
    func locationManager(
        _ manager: CLLocationManager,
        didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {
        let seen: [JSObject] = beacons.filter { $0.accuracy >= 0 }.map {
            [
                "uuid": $0.uuid.uuidString.lowercased(),
                "major": $0.major.intValue,
                "minor": $0.minor.intValue,
                "distance": $0.accuracy
            ]
        }
        if !seen.isEmpty { notifyListeners("seen", data: ["beacons": seen]) }
    }

    /// Bluetooth that is off is told by this alone, a moment after the start. Of several UUIDs each fails.
    func locationManager(
        _ manager: CLLocationManager,
        didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: Error
    ) {
        end()
        notifyListeners("failed", data: ["message": error.localizedDescription])
    }
}
