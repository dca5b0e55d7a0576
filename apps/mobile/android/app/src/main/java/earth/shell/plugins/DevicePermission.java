package earth.shell.plugins;

import android.Manifest;
import android.content.pm.PackageManager;

/** A permission that the plugin knows, with the feature of devices that have something of this name. */
enum DevicePermission {
    CAMERA(PackageManager.FEATURE_CAMERA_ANY, Manifest.permission.CAMERA, Alias.CAMERA),
    MICROPHONE(PackageManager.FEATURE_MICROPHONE, Manifest.permission.RECORD_AUDIO, Alias.MICROPHONE),
    /** Android 12 ignores a request for the precise location alone. The user may allow the approximate one only, which is enough. */
    LOCATION(
        PackageManager.FEATURE_LOCATION,
        Manifest.permission.ACCESS_FINE_LOCATION,
        Alias.LOCATION,
        Alias.APPROXIMATE_LOCATION
    );

    /** The names under which Capacitor asks for permissions, and stores their states. */
    static final class Alias {

        static final String CAMERA = "camera";
        static final String MICROPHONE = "microphone";
        static final String LOCATION = "location";
        static final String APPROXIMATE_LOCATION = "approximateLocation";

        private Alias() {}
    }

    /** As `hasSystemFeature` takes it. */
    final String feature;
    final String androidName;
    /** Asked for together; one of them is enough. The first is the name that the page uses. */
    final String[] aliases;

    DevicePermission(String feature, String androidName, String... aliases) {
        this.feature = feature;
        this.androidName = androidName;
        this.aliases = aliases;
    }

    String pageName() {
        return aliases[0];
    }

    /** The permission that the page calls so; null if there is none. */
    static DevicePermission named(String name) {
        for (DevicePermission permission : values()) {
            if (permission.pageName().equals(name)) return permission;
        }
        return null;
    }
}
