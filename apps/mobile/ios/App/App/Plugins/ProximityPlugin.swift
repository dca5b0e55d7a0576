import Capacitor
import UIKit
import WebKit

/// Turns the screen off while the phone is at an ear.
@objc(ProximityPlugin)
class ProximityPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "ProximityPlugin"
    let jsName = "Proximity"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "enable", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "disable", returnType: CAPPluginReturnPromise)
    ]

    private var loading: NSKeyValueObservation?

    /// What the page has turned on ends with the page: when another one is loaded, also after the page's process has ended.
    override func load() {
        loading = webView?.observe(\.isLoading, options: [.new]) { _, change in
            if change.newValue == true { Self.turnOff() }
        }
    }

    deinit {
        loading?.invalidate()
        Self.turnOff()
    }

    /// The device has the sensor if it stays turned on (the documentation of `isProximityMonitoringEnabled`).
    @objc func enable(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            UIDevice.current.isProximityMonitoringEnabled = true
            if UIDevice.current.isProximityMonitoringEnabled {
                call.resolve()
            } else {
                call.unavailable("The device has no sensor for what is close to its screen")
            }
        }
    }

    @objc func disable(_ call: CAPPluginCall) {
        Self.turnOff()
        call.resolve()
    }

    private static func turnOff() {
        DispatchQueue.main.async { UIDevice.current.isProximityMonitoringEnabled = false }
    }
}
