import CryptoKit
import Foundation
import Security

/// One key of P-256 of this device: in the Secure Enclave, else in the keychain. It is in no backup and on no other device. From the first
/// unlock on it can be used with a locked screen too, because a call may ring then.
struct DeviceKey {
    struct KeychainError: LocalizedError {
        let status: OSStatus
        var errorDescription: String? { "The keychain does not work: \(status)" }
    }

    private static let accessible = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly

    /// The Secure Enclave gives a key as a blob that only itself can open; without it, the blob is the key.
    private static var item: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "earth.request-signing",
            kSecAttrAccount as String: SecureEnclave.isAvailable ? "secure-enclave" : "software"
        ]
    }

    /// The public key as a point of 65 bytes. Makes the key only if there is none: one that cannot be read, maybe only for a moment, is an
    /// error, because another key would end the session.
    static func publicKey() throws -> Data {
        if let stored = try read() { return try publicKey(of: stored) }
        let made = try generate()
        try store(made)
        return try publicKey(of: made)
    }

    /// ECDSA with SHA-256: 64 bytes.
    static func sign(_ data: Data) throws -> Data {
        guard let stored = try read() else { throw KeychainError(status: errSecItemNotFound) }
        if SecureEnclave.isAvailable {
            return try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored)
                .signature(for: data).rawRepresentation
        }
        return try P256.Signing.PrivateKey(rawRepresentation: stored).signature(for: data).rawRepresentation
    }

    static func delete() throws {
        let status = SecItemDelete(item as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw KeychainError(status: status) }
    }

    private static func publicKey(of stored: Data) throws -> Data {
        if SecureEnclave.isAvailable {
            return try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored).publicKey.x963Representation
        }
        return try P256.Signing.PrivateKey(rawRepresentation: stored).publicKey.x963Representation
    }

    private static func generate() throws -> Data {
        guard SecureEnclave.isAvailable else { return P256.Signing.PrivateKey().rawRepresentation }
        guard let access = SecAccessControlCreateWithFlags(nil, accessible, .privateKeyUsage, nil) else {
            throw KeychainError(status: errSecParam)
        }
        return try SecureEnclave.P256.Signing.PrivateKey(accessControl: access).dataRepresentation
    }

    private static func read() throws -> Data? {
        var query = item
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw KeychainError(status: status) }
        return found as? Data
    }

    private static func store(_ key: Data) throws {
        var added = item
        added[kSecValueData as String] = key
        added[kSecAttrAccessible as String] = accessible
        let status = SecItemAdd(added as CFDictionary, nil)
        guard status == errSecSuccess else { throw KeychainError(status: status) }
    }
}
