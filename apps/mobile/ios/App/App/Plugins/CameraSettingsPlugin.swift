import AVFoundation
import Capacitor

/// What the device can adjust of a camera that the web view has open: on iOS nothing beside what the web view lets a page adjust itself.
/// WebKit has the camera in a process of its own, and gives nobody its capture session. `lockForConfiguration` in this process may succeed,
/// but nothing documented says that the values then hold for WebKit's session, and the plugin could not find out: `set` would resolve, and a
/// slider would move, for nothing. The two would also hinder each other: WebKit's own light goes out when the camera is locked while a
/// session is configured (WebKit's bug 277128).
@objc(CameraSettingsPlugin)
class CameraSettingsPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "CameraSettingsPlugin"
    let jsName = "CameraSettings"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "getRanges", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "set", returnType: CAPPluginReturnPromise)
    ]

    private static let positions: [String: AVCaptureDevice.Position] = ["user": .front, "environment": .back]

    @objc func getRanges(_ call: CAPPluginCall) {
        let facing = call.getString("facing", "")
        guard
            let position = Self.positions[facing],
            AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position) != nil
        else {
            call.unavailable("The device has no camera «\(facing)»")
            return
        }
        call.resolve(["ranges": [JSObject]()])
    }

    @objc func set(_ call: CAPPluginCall) {
        call.unavailable("The camera has nothing that can be adjusted here")
    }
}
