import Capacitor

/// Whether a photograph is good enough to be recognized.
@objc(ImageQualityPlugin)
class ImageQualityPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "ImageQualityPlugin"
    let jsName = "ImageQuality"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "check", returnType: CAPPluginReturnPromise)
    ]

    private static let good = 1
    private static let blurred = 0
    private static let notOpened = -1

    /// A queue of its own, because all plugins share one. One photograph after another, because each takes much memory.
    private let measuring = DispatchQueue(label: "earth.image-quality", qos: .userInitiated)

    @objc func check(_ call: CAPPluginCall) {
        guard let tolerance = call.getDouble("tolerance") else {
            call.reject("The tolerance is missing")
            return
        }
        let data = call.getString("data", "")
        measuring.async {
            autoreleasepool {
                do {
                    call.resolve(["quality": try Self.quality(of: data, tolerance: tolerance)])
                } catch {
                    call.reject("There is not enough memory for the picture")
                }
            }
        }
    }

    private static func quality(of data: String, tolerance: Double) throws -> Int {
        guard let file = Data(base64Encoded: data) else { return notOpened }
        do {
            return try Photograph.sharpness(of: file) < tolerance ? blurred : good
        } catch is Photograph.CannotBeOpened {
            return notOpened
        }
    }
}
