import Capacitor
import Foundation
import WebKit

/// Calls as the phone's own: it rings for them, also without the app, and its lock screen and headset answer them.
@objc(TelephonePlugin)
class TelephonePlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "TelephonePlugin"
    let jsName = "Telephone"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "register", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "unregister", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "ring", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "start", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "connect", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "end", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "endAll", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getRoutes", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setRoute", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setMuted", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setCallScreen", returnType: CAPPluginReturnPromise)
    ]

    private var loading: NSKeyValueObservation?

    override func load() {
        DispatchQueue.main.async {
            Telephone.shared.setPage { [weak self] event, data in
                guard let self, self.hasListeners(event) else { return false }
                self.notifyListeners(event, data: data)
                return true
            }
        }
        // Another page, also after the page's process has ended.
        loading = webView?.observe(\.isLoading, options: [.new]) { _, change in
            if change.newValue == true { DispatchQueue.main.async { Telephone.shared.handlePageGone() } }
        }
    }

    deinit {
        loading?.invalidate()
    }

    override func addListener(_ call: CAPPluginCall) {
        super.addListener(call)
        DispatchQueue.main.async { Telephone.shared.deliver() }
    }

    @objc func register(_ call: CAPPluginCall) {
        onMain(call) { Telephone.shared.register() }
    }

    @objc func unregister(_ call: CAPPluginCall) {
        onMain(call) { Telephone.shared.unregister() }
    }

    @objc func ring(_ call: CAPPluginCall) {
        guard let id = callId(of: call) else { return }
        let name = call.getString("name", "")
        // Milliseconds in the page, seconds here.
        let ringsUntil = call.getDouble("ringsUntil", 0) / 1000
        let endsAt = Date().timeIntervalSince1970 + call.getDouble("ringsForMs", 0) / 1000
        DispatchQueue.main.async {
            Telephone.shared.ring(id, name: name, ringsUntil: ringsUntil, endsAt: endsAt) { error in
                if let error {
                    call.unavailable("The phone does not ring: \(error.localizedDescription)")
                } else {
                    call.resolve()
                }
            }
        }
    }

    @objc func start(_ call: CAPPluginCall) {
        connect(call)
    }

    @objc func connect(_ call: CAPPluginCall) {
        guard let id = callId(of: call) else { return }
        let name = call.getString("name", "")
        onMain(call) { Telephone.shared.connect(id, name: name) }
    }

    @objc func end(_ call: CAPPluginCall) {
        guard let id = callId(of: call) else { return }
        let reason = call.getString("reason", "local")
        onMain(call) { Telephone.shared.end(id, reason: reason) }
    }

    @objc func endAll(_ call: CAPPluginCall) {
        onMain(call) { Telephone.shared.endAll() }
    }

    /// A call that the page has is not one of CallKit.
    @objc func setMuted(_ call: CAPPluginCall) {
        call.resolve()
    }

    /// The sound of the page belongs to WebKit's process. The user chooses in the control centre.
    @objc func getRoutes(_ call: CAPPluginCall) {
        call.resolve(["routes": [String]()])
    }

    @objc func setRoute(_ call: CAPPluginCall) {
        call.unavailable("The sound of the page belongs to WebKit")
    }

    /// CallKit has the lock screen. The app itself is never over it.
    @objc func setCallScreen(_ call: CAPPluginCall) {
        call.resolve()
    }

    private func onMain(_ call: CAPPluginCall, _ work: @escaping () -> Void) {
        DispatchQueue.main.async {
            work()
            call.resolve()
        }
    }

    /// Rejects the call and returns nil if it names none.
    private func callId(of call: CAPPluginCall) -> UUID? {
        if let id = call.getString("callId").flatMap(UUID.init(uuidString:)) { return id }
        call.reject("callId is no UUID")
        return nil
    }
}
