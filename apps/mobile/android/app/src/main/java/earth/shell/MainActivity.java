package earth.shell;

import android.os.Bundle;
import com.getcapacitor.BridgeActivity;
import earth.shell.plugins.CameraSettingsPlugin;
import earth.shell.plugins.ImageQualityPlugin;
import earth.shell.plugins.PermissionsPlugin;
import earth.shell.plugins.ProximityPlugin;
import earth.shell.plugins.RequestSigningPlugin;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Plugins in packages are found by Capacitor. Ours are known to it only if they are named before it starts.
        registerPlugin(CameraSettingsPlugin.class);
        registerPlugin(ImageQualityPlugin.class);
        registerPlugin(PermissionsPlugin.class);
        registerPlugin(ProximityPlugin.class);
        registerPlugin(RequestSigningPlugin.class);
        super.onCreate(savedInstanceState);
    }
}
