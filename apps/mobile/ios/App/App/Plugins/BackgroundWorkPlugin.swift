import Capacitor
import UIKit
import WebKit

/// Time to finish what is being sent, after the user has left the app: about 30 s, as iOS has it.
@objc(BackgroundWorkPlugin)
class BackgroundWorkPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "BackgroundWorkPlugin"
    let jsName = "BackgroundWork"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "begin", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "end", returnType: CAPPluginReturnPromise)
    ]

    /// On the main thread alone.
    private var task = UIBackgroundTaskIdentifier.invalid
    private var loading: NSKeyValueObservation?

    /// What the page has begun ends with the page: when another one is loaded, also after the page's process has ended.
    override func load() {
        loading = webView?.observe(\.isLoading, options: [.new]) { [weak self] _, change in
            if change.newValue == true { self?.finish() }
        }
    }

    deinit {
        loading?.invalidate()
        if task != .invalid { UIApplication.shared.endBackgroundTask(task) }
    }

    @objc func begin(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            if self.task == .invalid {
                // iOS ends an app that has not finished when the time is over.
                self.task = UIApplication.shared.beginBackgroundTask { [weak self] in self?.finish() }
            }
            if self.task == .invalid {
                call.unavailable("iOS gives the app no time in the background now")
            } else {
                call.resolve()
            }
        }
    }

    @objc func end(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            self.finish()
            call.resolve()
        }
    }

    private func finish() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
