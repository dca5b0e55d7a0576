package earth.shell.plugins;

import android.content.Context;
import android.content.pm.PackageManager;
import android.os.Build;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;

/** One key of P-256 in the Android Keystore: in StrongBox if the device has one, else where the Keystore keeps it. It never leaves that. */
final class DeviceKey {

    private static final String KEYSTORE = "AndroidKeyStore";
    private static final String ALIAS = "earth.request-signing";

    private final Context context;

    DeviceKey(Context context) {
        this.context = context;
    }

    /** The public key, as a point of 65 bytes. Makes the key if there is none; one that cannot be read is an error. */
    byte[] publicKey() throws GeneralSecurityException, IOException {
        KeyStore store = open();
        StoredKey.makeIfAbsent(store, ALIAS, this::generate);
        Certificate certificate = store.getCertificate(ALIAS);
        if (certificate == null) throw new UnrecoverableKeyException("The public key cannot be read");
        ECPublicKey key = (ECPublicKey) certificate.getPublicKey();
        return EcdsaFormat.point(key.getW().getAffineX(), key.getW().getAffineY());
    }

    /** ECDSA with SHA-256: 64 bytes. */
    byte[] sign(byte[] data) throws GeneralSecurityException, IOException {
        PrivateKey key = StoredKey.read(open(), ALIAS);
        if (key == null) throw new UnrecoverableKeyException("There is no key");
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(data);
        return EcdsaFormat.rawSignature(signature.sign());
    }

    void delete() throws GeneralSecurityException, IOException {
        open().deleteEntry(ALIAS);
    }

    private static KeyStore open() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KEYSTORE);
        store.load(null);
        return store;
    }

    private void generate() throws GeneralSecurityException {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P && hasStrongBox()) {
            try {
                generate(spec().setIsStrongBoxBacked(true).build());
                return;
            } catch (ProviderException error) {
                // StrongBox is full or busy (StrongBoxUnavailableException).
            }
        }
        generate(spec().build());
    }

    private boolean hasStrongBox() {
        return (
            Build.VERSION.SDK_INT >= Build.VERSION_CODES.P &&
            context.getPackageManager().hasSystemFeature(PackageManager.FEATURE_STRONGBOX_KEYSTORE)
        );
    }

    private static KeyGenParameterSpec.Builder spec() {
        return new KeyGenParameterSpec.Builder(ALIAS, KeyProperties.PURPOSE_SIGN)
            .setAlgorithmParameterSpec(new ECGenParameterSpec("secp256r1"))
            .setDigests(KeyProperties.DIGEST_SHA256);
    }

    private static void generate(KeyGenParameterSpec spec) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, KEYSTORE);
        generator.initialize(spec);
        generator.generateKeyPair();
    }
}
