package earth.shell;

import android.content.Intent;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;
import earth.shell.calls.CallWindow;
import earth.shell.calls.TelephonePlugin;
import earth.shell.plugins.BackgroundWorkPlugin;
import earth.shell.plugins.BeaconsPlugin;
import earth.shell.plugins.CameraSettingsPlugin;
import earth.shell.plugins.ImageQualityPlugin;
import earth.shell.plugins.PermissionsPlugin;
import earth.shell.plugins.ProximityPlugin;
import earth.shell.plugins.RequestSigningPlugin;
import earth.shell.plugins.SystemBrowserPlugin;

public class MainActivity extends BridgeActivity {

    /** Null until the page's view is there. */
    private CallWindow callWindow;

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Plugins in packages are found by Capacitor. Ours are known to it only if they are named before it starts.
        registerPlugin(BackgroundWorkPlugin.class);
        registerPlugin(BeaconsPlugin.class);
        registerPlugin(CameraSettingsPlugin.class);
        registerPlugin(ImageQualityPlugin.class);
        registerPlugin(PermissionsPlugin.class);
        registerPlugin(ProximityPlugin.class);
        registerPlugin(RequestSigningPlugin.class);
        registerPlugin(SystemBrowserPlugin.class);
        registerPlugin(TelephonePlugin.class);
        super.onCreate(savedInstanceState);
        callWindow = new CallWindow(this);
        // An activity that Android restores has its former intent.
        if (savedInstanceState == null) callWindow.handle(getIntent());
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        if (callWindow != null) callWindow.handle(intent);
    }

    @Override
    public void onResume() {
        super.onResume();
        if (callWindow != null) callWindow.handleResume();
    }

    @Override
    public void onPause() {
        if (callWindow != null) callWindow.handlePause();
        super.onPause();
    }

    @Override
    public void onStop() {
        if (callWindow != null) callWindow.handleStop();
        super.onStop();
    }

    @Override
    public void onDestroy() {
        if (callWindow != null) callWindow.close();
        super.onDestroy();
    }

    public CallWindow getCallWindow() {
        return callWindow;
    }
}
