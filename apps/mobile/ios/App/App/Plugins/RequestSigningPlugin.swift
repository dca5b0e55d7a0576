import Capacitor
import Foundation

/// Signs requests with a key that only this device has.
@objc(RequestSigningPlugin)
class RequestSigningPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "RequestSigningPlugin"
    let jsName = "RequestSigning"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "getPublicKey", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "sign", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "deleteKey", returnType: CAPPluginReturnPromise)
    ]

    /// A queue of its own, because all plugins share one, and in order, because a key that is deleted must not be made by a call before it.
    private let signing = DispatchQueue(label: "earth.request-signing", qos: .userInitiated)

    @objc func getPublicKey(_ call: CAPPluginCall) {
        run(call) {
            let key = try DeviceKey.publicKey().base64EncodedString()
                .replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            call.resolve(["publicKey": key])
        }
    }

    @objc func sign(_ call: CAPPluginCall) {
        guard let data = call.getString("data") else {
            call.reject("The data is missing")
            return
        }
        run(call) {
            call.resolve(["signature": try DeviceKey.sign(Data(data.utf8)).base64EncodedString()])
        }
    }

    @objc func deleteKey(_ call: CAPPluginCall) {
        run(call) {
            try DeviceKey.delete()
            call.resolve()
        }
    }

    private func run(_ call: CAPPluginCall, _ work: @escaping () throws -> Void) {
        signing.async {
            do {
                try work()
            } catch {
                call.reject(error.localizedDescription, nil, error)
            }
        }
    }
}
