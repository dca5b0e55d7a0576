package earth.shell.plugins;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;

/** The key of an alias in a key store. */
final class StoredKey {

    interface Maker {
        void make() throws GeneralSecurityException;
    }

    private StoredKey() {}

    /**
     * @return null: there is none
     * @throws GeneralSecurityException if there is one that cannot be read, which may be so only for a moment: the Keystore is busy, or its
     *     process has ended
     */
    static PrivateKey read(KeyStore store, String alias) throws GeneralSecurityException {
        return (PrivateKey) store.getKey(alias, null);
    }

    /** Makes the key only if there is none: another one would end the session. @throws GeneralSecurityException as `read` */
    static void makeIfAbsent(KeyStore store, String alias, Maker maker) throws GeneralSecurityException {
        if (read(store, alias) == null) maker.make();
    }
}
