import Foundation

/// What a VoIP push says of a call: `messageType` and `messageContent`, as `docs/push.md` describes them.
enum PushedCall {
    case rings(UUID, name: String, until: TimeInterval)
    case ended(UUID)
    case handled(UUID)

    /// Nil: the push is not of this version of the app.
    init?(_ payload: [AnyHashable: Any]) {
        guard
            let type = payload["messageType"] as? String,
            let content = payload["messageContent"] as? [String: Any]
        else { return nil }
        switch type {
        case "IncomingCall":
            guard
                let call = content["Call"] as? [String: Any],
                let id = Self.id(call["UniqueId"]),
                let caller = content["Caller"] as? [String: Any],
                let name = caller["Name"] as? String
            else { return nil }
            self = .rings(id, name: name, until: Self.date(call["RingsUntil"]))
        case "EndedCall":
            guard let id = Self.id(content["CallUniqueId"]) else { return nil }
            self = .ended(id)
        case "CallHandledByGroup":
            guard let id = Self.id(content["CallUniqueId"]) else { return nil }
            self = .handled(id)
        default:
            return nil
        }
    }

    private static func id(_ value: Any?) -> UUID? {
        (value as? String).flatMap(UUID.init(uuidString:))
    }

    /// Seconds since 1970; 0, which is long ago, if it is no date as the server writes it.
    private static func date(_ value: Any?) -> TimeInterval {
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return (value as? String).flatMap(format.date(from:))?.timeIntervalSince1970 ?? 0
    }
}
