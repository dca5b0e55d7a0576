package earth.shell.plugins;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Opens the page of an identity provider in the browser of the system, where this app sees nothing of what is typed (RFC 8252). The link
 * back opens the activity, and comes to the page as every other link.
 */
@CapacitorPlugin(name = "SystemBrowser")
public class SystemBrowserPlugin extends Plugin {

    /**
     * With it a browser shows the page as a Custom Tab, above the app, which the link back closes. Another browser does not know it. It is
     * all that `androidx.browser` would add here.
     */
    private static final String CUSTOM_TAB = "android.support.customtabs.extra.SESSION";

    @PluginMethod
    public void open(PluginCall call) {
        String url = call.getString("url", "");
        if (!BrowserAddress.isAllowed(url)) {
            call.reject("It is no address of a page: https is expected");
            return;
        }
        Bundle customTab = new Bundle();
        customTab.putBinder(CUSTOM_TAB, null);
        Intent intent = new Intent(Intent.ACTION_VIEW, Uri.parse(url))
            .addCategory(Intent.CATEGORY_BROWSABLE)
            .putExtras(customTab);
        try {
            getActivity().startActivity(intent);
            call.resolve();
        } catch (ActivityNotFoundException | SecurityException error) {
            call.unavailable("The device has no browser");
        }
    }
}
