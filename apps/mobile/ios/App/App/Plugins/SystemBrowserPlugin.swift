import AuthenticationServices
import Capacitor
import UIKit

/// Opens the page of an identity provider in the browser of the system, where this app sees nothing of what is typed (RFC 8252). The link
/// back comes to the page as every other link.
@objc(SystemBrowserPlugin)
class SystemBrowserPlugin: CAPPlugin, CAPBridgedPlugin, ASWebAuthenticationPresentationContextProviding {
    let identifier = "SystemBrowserPlugin"
    let jsName = "SystemBrowser"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "open", returnType: CAPPluginReturnPromise)
    ]

    /// On the main thread alone, as the count of those that were opened.
    private var session: ASWebAuthenticationSession?
    private var opened = 0

    @objc func open(_ call: CAPPluginCall) {
        guard let url = URL(string: call.getString("url") ?? ""), url.scheme?.lowercased() == "https", url.host != nil,
              let scheme = call.getString("scheme"), !scheme.isEmpty else {
            call.reject("It is no address of a page: https, and the scheme of a link, are expected")
            return
        }
        DispatchQueue.main.async { self.begin(url, scheme, call) }
    }

    private func begin(_ url: URL, _ scheme: String, _ call: CAPPluginCall) {
        opened += 1
        let number = opened
        session?.cancel()
        // iOS gives the link to this session alone, also if another app has registered the same scheme.
        let started = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { [weak self] link, _ in
            DispatchQueue.main.async { self?.finish(number, link) }
        }
        started.presentationContextProvider = self
        session = started
        if started.start() {
            call.resolve()
        } else {
            session = nil
            call.unavailable("iOS opens no browser now")
        }
    }

    /// Without a link the user has closed the page. One that another has replaced is none of the page's business.
    private func finish(_ number: Int, _ link: URL?) {
        guard number == opened else { return }
        session = nil
        if let link = link {
            // As if the system had opened the app with it: the App plugin reports it.
            _ = ApplicationDelegateProxy.shared.application(UIApplication.shared, open: link)
        } else {
            notifyListeners("closed", data: [:])
        }
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        return bridge?.viewController?.view.window ?? ASPresentationAnchor()
    }
}
