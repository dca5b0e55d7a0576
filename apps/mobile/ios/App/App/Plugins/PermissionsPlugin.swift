import AVFoundation
import Capacitor
import CoreLocation
import UIKit

/// The permissions of the device that no other plugin has, and the settings in which the user changes them.
@objc(PermissionsPlugin)
class PermissionsPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "PermissionsPlugin"
    let jsName = "Permissions"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "check", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "request", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "openSettings", returnType: CAPPluginReturnPromise)
    ]

    private let location = LocationPermission()

    @objc func check(_ call: CAPPluginCall) {
        switch call.getString("name", "") {
        case "camera":
            checkCapture(call, of: .video)
        case "microphone":
            checkCapture(call, of: .audio)
        case "location":
            DispatchQueue.main.async { self.answer(call, Self.state(of: self.location.status)) }
        case "beacons":
            DispatchQueue.main.async { self.answerForBeacons(call, self.location.status) }
        default:
            rejectUnknown(call)
        }
    }

    @objc func request(_ call: CAPPluginCall) {
        switch call.getString("name", "") {
        case "camera":
            requestCapture(call, of: .video)
        case "microphone":
            requestCapture(call, of: .audio)
        case "location":
            DispatchQueue.main.async {
                self.location.request { self.answer(call, Self.state(of: $0)) }
            }
        case "beacons":
            DispatchQueue.main.async {
                self.location.request { self.answerForBeacons(call, $0) }
            }
        default:
            rejectUnknown(call)
        }
    }

    @objc func openSettings(_ call: CAPPluginCall) {
        let page = call.getString("page", "")
        DispatchQueue.main.async {
            guard let url = Self.settings(page) else {
                call.reject("There are no settings «\(page)»")
                return
            }
            UIApplication.shared.open(url) { isOpen in
                if isOpen {
                    call.resolve()
                } else {
                    call.reject("The device does not open its settings")
                }
            }
        }
    }

    private func checkCapture(_ call: CAPPluginCall, of type: AVMediaType) {
        guard AVCaptureDevice.default(for: type) != nil else {
            rejectUnknown(call)
            return
        }
        answer(call, Self.state(of: AVCaptureDevice.authorizationStatus(for: type)))
    }

    /// If the user has decided, iOS answers at once, without a dialog.
    private func requestCapture(_ call: CAPPluginCall, of type: AVMediaType) {
        guard AVCaptureDevice.default(for: type) != nil else {
            rejectUnknown(call)
            return
        }
        AVCaptureDevice.requestAccess(for: type) { _ in
            self.answer(call, Self.state(of: AVCaptureDevice.authorizationStatus(for: type)))
        }
    }

    private func answer(_ call: CAPPluginCall, _ state: String) {
        call.resolve(["state": state])
    }

    /// Needs the precise location. Whoever has allowed the approximate one is not asked again, and finds the switch in the settings.
    private func answerForBeacons(_ call: CAPPluginCall, _ status: CLAuthorizationStatus) {
        let state = Self.state(of: status)
        answer(call, state == "granted" && location.isApproximate ? "denied" : state)
    }

    private func rejectUnknown(_ call: CAPPluginCall) {
        call.unavailable("The device has no «\(call.getString("name", ""))»")
    }

    /// «Restricted»: a profile or Screen Time forbids it, so the user cannot be asked.
    private static func state(of status: AVAuthorizationStatus) -> String {
        switch status {
        case .authorized: return "granted"
        case .notDetermined: return "prompt"
        default: return "denied"
        }
    }

    private static func state(of status: CLAuthorizationStatus) -> String {
        switch status {
        case .authorizedWhenInUse, .authorizedAlways: return "granted"
        case .notDetermined: return "prompt"
        default: return "denied"
        }
    }

    /// Nil: there is no such page.
    @MainActor private static func settings(_ page: String) -> URL? {
        switch page {
        case "app":
            return URL(string: UIApplication.openSettingsURLString)
        case "notifications":
            if #available(iOS 16.0, *) {
                return URL(string: UIApplication.openNotificationSettingsURLString)
            }
            return URL(string: UIApplication.openSettingsURLString)
        default:
            return nil
        }
    }
}
