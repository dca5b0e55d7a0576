import CallKit
import Foundation
import PushKit
import UIKit

/// The calls of this process, for CallKit and PushKit. Made when the app starts, because a push that has started it is handed over as soon as
/// the registry is there. Everything runs on the main queue.
///
/// CallKit has a call only until it is answered. While it has one, the system gives camera and microphone to the process of the app alone, and
/// those of the page are in WebKit's; so an answered call is released, and from then on the page has it (docs/decisions/0158).
final class Telephone: NSObject {
    /// The page, or rather the plugin that it talks to. Returns false if it does not listen to the event yet.
    typealias Page = (_ event: String, _ data: [String: Any]) -> Bool

    /// The phone cannot ring for this call, because another one rings or runs.
    struct Busy: LocalizedError {
        var errorDescription: String? { "The phone is in another call" }
    }

    static let shared = Telephone()
    /// Stored: this phone has asked for a token of PushKit.
    private static let registered = "telephoneRegistered"
    /// The system needs so long to bring the app to the front.
    private static let releaseAfter: TimeInterval = 1
    /// A push is so much later than the page, which hears of the end by its socket.
    private static let endPushWait: TimeInterval = 1.5
    /// The page needs so long to load, and to tell the server. The system gives about 30 s.
    private static let reportWait: TimeInterval = 25

    private let provider: CXProvider
    private let controller = CXCallController()
    private var registry: PKPushRegistry?
    private var table = CallTable()
    private var timer: Timer?
    /// The ring that a push has reported: its end comes by push too.
    private var pushedRing: UUID?
    /// Rings that are over, which CallKit has until the push of their end, and why they are over.
    private var ending: [UUID: CXCallEndedReason] = [:]
    /// Answered, and CallKit has it until the app is in front.
    private var unreleased: UUID?
    /// What happened before the page listened.
    private var waiting: [(event: String, data: [String: Any])] = []
    private var page: Page?

    override private init() {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.maximumCallGroups = 1
        configuration.maximumCallsPerCallGroup = 1
        configuration.supportedHandleTypes = [.generic]
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
        NotificationCenter.default.addObserver(
            forName: UIApplication.didBecomeActiveNotification,
            object: nil,
            queue: .main
        ) { [weak self] _ in
            if let self, let id = self.unreleased { self.release(id) }
        }
    }

    /// At the start of the app.
    func start() {
        if UserDefaults.standard.bool(forKey: Self.registered) { register() }
    }

    func register() {
        UserDefaults.standard.set(true, forKey: Self.registered)
        let registry = self.registry ?? PKPushRegistry(queue: .main)
        self.registry = registry
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        if let token = registry.pushToken(for: .voIP) { tell(token) }
    }

    func unregister() {
        UserDefaults.standard.set(false, forKey: Self.registered)
        registry?.desiredPushTypes = []
    }

    func setPage(_ page: @escaping Page) {
        self.page = page
    }

    /// Reports what the page listens to. It may be loaded because of that.
    func deliver() {
        guard let page else { return }
        waiting.removeAll { page($0.event, $0.data) }
    }

    func handlePageGone() {
        table.handlePageGone(now: now)
        awaitEnd()
    }

    /// The page asks for a ring. With an error the phone cannot, so that the page has to.
    func ring(
        _ id: UUID,
        name: String,
        ringsUntil: TimeInterval,
        endsAt: TimeInterval,
        completion: @escaping (Error?) -> Void
    ) {
        switch table.ring(id, name: name, ringsUntil: ringsUntil, endsAt: endsAt) {
        case .begin:
            reportRing(id, name: name, completion: completion)
        case .keep:
            completion(nil)
        case .ignore:
            completion(table.current == nil ? nil : Busy())
        }
        awaitEnd()
    }

    /// The user calls somebody, or is in the call: CallKit has nothing of it any more.
    func connect(_ id: UUID, name: String) {
        // Answered in the page, or on the phone a moment ago.
        let isOfCallKit = table.state(of: id) == .ringing || unreleased == id
        _ = table.connect(id, name: name)
        if unreleased == id { unreleased = nil }
        if isOfCallKit { provider.reportCall(with: id, endedAt: nil, reason: .answeredElsewhere) }
        awaitEnd()
    }

    func end(_ id: UUID, reason: String) {
        // For the server it rings, too, until the page has entered it.
        let isPushed = pushedRing == id && (table.state(of: id) == .ringing || unreleased == id)
        guard table.end(id, now: now) else { return }
        if let ended = Self.endReason(reason) {
            ending[id] = ended
            if isPushed {
                DispatchQueue.main.asyncAfter(deadline: .now() + Self.endPushWait) { [weak self] in self?.finish(id) }
            } else {
                finish(id)
            }
        } else {
            controller.request(CXTransaction(action: CXEndCallAction(call: id))) { error in
                // CallKit has not known the call since it was answered.
                if let error { NSLog("Telephone: %@", error.localizedDescription) }
            }
        }
        awaitEnd()
    }

    /// The ring is over for CallKit too. Not before the push of its end, if one is to come: for that CallKit would show a call that it does not know.
    private func finish(_ id: UUID) {
        if let reason = ending.removeValue(forKey: id) { provider.reportCall(with: id, endedAt: nil, reason: reason) }
    }

    /// What has not been reported yet is not for the next user.
    func endAll() {
        while let id = table.current { end(id, reason: "local") }
        waiting = []
    }

    private var now: TimeInterval { Date().timeIntervalSince1970 }

    private func tell(_ token: Data) {
        tell("registration", ["token": token.map { String(format: "%02x", $0) }.joined()])
    }

    private func tell(_ event: String, _ id: UUID) {
        // The server writes ids in lower case.
        tell(event, ["callId": id.uuidString.lowercased()])
    }

    private func tell(_ event: String, _ data: [String: Any]) {
        waiting.append((event: event, data: data))
        deliver()
    }

    /// The server has to hear that the user has declined or hung up, by a page that may not be loaded yet.
    private func stayAwake() {
        var task = UIBackgroundTaskIdentifier.invalid
        let end: () -> Void = {
            guard task != .invalid else { return }
            UIApplication.shared.endBackgroundTask(task)
            task = .invalid
        }
        task = UIApplication.shared.beginBackgroundTask(withName: "call", expirationHandler: end)
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.reportWait, execute: end)
    }

    private func reportRing(_ id: UUID, name: String, completion: @escaping (Error?) -> Void) {
        // One call at a time, also for CallKit.
        for over in Array(ending.keys) { finish(over) }
        provider.reportNewIncomingCall(with: id, update: Self.update(name)) { [weak self] error in
            DispatchQueue.main.async { self?.handleReported(id, error, completion) }
        }
    }

    private func handleReported(_ id: UUID, _ error: Error?, _ completion: (Error?) -> Void) {
        guard let error else {
            completion(nil)
            return
        }
        // «Do not disturb», or a blocked caller: the user wants silence, of the page too.
        let code = (error as? CXErrorCodeIncomingCallError)?.code
        let isSilenced = code == .filteredByDoNotDisturb || code == .filteredByBlockList
        _ = table.end(id, now: now)
        awaitEnd()
        completion(isSilenced ? nil : error)
    }

    /// With video, because the system opens the app for such a call when it is answered, and asks to unlock the phone.
    /// - Parameter given: empty: the caller is not known, and the app's name is shown
    private static func update(_ given: String) -> CXCallUpdate {
        let app = Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
        let name = given.isEmpty ? app ?? "" : given
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: name)
        update.localizedCallerName = name
        update.hasVideo = true
        update.supportsHolding = false
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.supportsDTMF = false
        return update
    }

    /// Nil: the user has ended it.
    private static func endReason(_ reason: String) -> CXCallEndedReason? {
        switch reason {
        case "remote": return .remoteEnded
        case "unanswered": return .unanswered
        case "elsewhere": return .answeredElsewhere
        case "failed": return .failed
        default: return nil
        }
    }

    private func awaitEnd() {
        timer?.invalidate()
        timer = nil
        guard let end = table.nextEnd else { return }
        timer = Timer.scheduledTimer(withTimeInterval: max(0, end - now), repeats: false) { [weak self] _ in
            self?.expire()
        }
    }

    private func expire() {
        for call in table.expire(now: now) {
            provider.reportCall(with: call.id, endedAt: nil, reason: call.wasAnswered ? .failed : .unanswered)
        }
        awaitEnd()
    }
}

extension Telephone: PKPushRegistryDelegate {
    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {
        if type == .voIP { tell(credentials.token) }
    }

    /// The system ends an app that gets such a push and reports no call to CallKit, whatever the push says (PushKit, since iOS 13). So the end
    /// of a ring reports its call too, which CallKit knows and does not show again; and what does not ring is reported and ended.
    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        switch PushedCall(payload.dictionaryPayload) {
        case let .rings(id, name, until):
            let ring = table.ringByPush(id, name: name, ringsUntil: until, now: now)
            if ring != .ignore { pushedRing = id }
            handleRing(id, ring, name: name, completion: completion)
        case let .ended(id):
            _ = table.endedByPush(id)
            reportEnded(id, name: table.name(of: id), reason: .remoteEnded, completion: completion)
        case let .handled(id):
            _ = table.handledByPush(id, now: now)
            reportEnded(id, name: table.name(of: id), reason: .answeredElsewhere, completion: completion)
        case nil:
            reportEnded(UUID(), name: "", reason: .failed, completion: completion)
        }
        awaitEnd()
    }

    private func handleRing(_ id: UUID, _ ring: CallTable.Ring, name: String, completion: @escaping () -> Void) {
        if ring == .begin {
            reportRing(id, name: name) { _ in completion() }
        } else if table.state(of: id) == .ringing {
            // The page has reported it before. CallKit answers that it knows the call, and goes on.
            provider.reportNewIncomingCall(with: id, update: Self.update(name)) { _ in
                DispatchQueue.main.async { completion() }
            }
        } else {
            // Expired, answered, or ended.
            reportEnded(id, name: name, reason: .unanswered, completion: completion)
        }
    }

    /// For a call that CallKit does not know, its screen flashes up: there is no other way.
    private func reportEnded(_ id: UUID, name: String, reason: CXCallEndedReason, completion: @escaping () -> Void) {
        ending[id] = nil
        provider.reportNewIncomingCall(with: id, update: Self.update(name)) { [weak self] _ in
            DispatchQueue.main.async {
                self?.provider.reportCall(with: id, endedAt: nil, reason: reason)
                completion()
            }
        }
    }
}

extension Telephone: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {
        // The system has dropped all calls. Those that were answered are the page's.
        if let id = table.current, table.state(of: id) == .ringing { _ = table.end(id, now: now) }
        awaitEnd()
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        let id = action.callUUID
        guard table.answer(id, now: now) else {
            // The ring is over.
            action.fail()
            return
        }
        awaitEnd()
        action.fulfill()
        unreleased = id
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.releaseAfter) { [weak self] in self?.release(id) }
    }

    /// The page may open camera and microphone from now on, which it can only in front. Until then CallKit has the call: the system leads from it
    /// to the app.
    private func release(_ id: UUID) {
        guard unreleased == id, UIApplication.shared.applicationState == .active else { return }
        unreleased = nil
        guard table.state(of: id) != .ended else { return }
        provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
        tell("answered", id)
    }

    /// Also if the page has ended the call: then there is nothing to tell it.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        let id = action.callUUID
        let report = table.hangUp(id)
        if report != .nothing { stayAwake() }
        switch report {
        case .declined: tell("declined", id)
        case .ended: tell("ended", id)
        case .nothing: break
        }
        awaitEnd()
        action.fulfill()
    }
}
