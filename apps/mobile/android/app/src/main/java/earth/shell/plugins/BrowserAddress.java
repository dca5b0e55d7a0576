package earth.shell.plugins;

import java.net.URI;
import java.net.URISyntaxException;

/** Which addresses are opened in the browser of the system. */
final class BrowserAddress {

    private BrowserAddress() {}

    /**
     * An intent of another scheme could open any app on the device, or a file of this one. A user name before the host would hide it.
     */
    static boolean isAllowed(String address) {
        try {
            URI uri = new URI(address);
            return "https".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null && uri.getRawUserInfo() == null;
        } catch (URISyntaxException error) {
            return false;
        }
    }
}
