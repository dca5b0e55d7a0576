#if DEBUG
import Capacitor
import CryptoKit
import WebKit

/// In a development build only: accepts the one certificate that `npm run mobile -- ios --dev` has found in the data folder of
/// `npm start -- --lan`, by its SHA-256. It is self-signed, so the system would refuse it. A release build does not contain this file's code.
extension WebViewDelegationHandler {
    private static var accepted: String {
        (Bundle.main.object(forInfoDictionaryKey: "LanCertificateSHA256") as? String ?? "").lowercased()
    }

    @objc(webView:didReceiveAuthenticationChallenge:completionHandler:)
    public func webView(
        _ webView: WKWebView,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard
            challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust,
            let certificate = SecTrustGetCertificateAtIndex(trust, 0),
            !Self.accepted.isEmpty
        else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        let digest = SHA256.hash(data: SecCertificateCopyData(certificate) as Data)
        let fingerprint = digest.map { String(format: "%02x", $0) }.joined()
        if fingerprint == Self.accepted {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.performDefaultHandling, nil)
        }
    }
}
#endif
