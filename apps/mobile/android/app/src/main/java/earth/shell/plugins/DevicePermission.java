package earth.shell.plugins;

import android.Manifest;
import android.content.pm.PackageManager;
import android.os.Build;

/** A permission that the plugin knows, with the feature of devices that have something of this name. */
enum DevicePermission {
    CAMERA("camera", PackageManager.FEATURE_CAMERA_ANY, false, Alias.CAMERA),
    MICROPHONE("microphone", PackageManager.FEATURE_MICROPHONE, false, Alias.MICROPHONE),
    /** The user may allow the approximate location only, which is enough. */
    LOCATION("location", PackageManager.FEATURE_LOCATION, false, Alias.LOCATION, Alias.APPROXIMATE_LOCATION),
    /**
     * Who receives beacons knows where the device is, so Android reports them only to apps that may know the precise location; since
     * Android 12 a permission to scan is needed beside it.
     */
    BEACONS("beacons", PackageManager.FEATURE_BLUETOOTH_LE, true, Alias.forBeacons());

    /** The names under which Capacitor asks for permissions, and stores their states. */
    static final class Alias {

        static final String CAMERA = "camera";
        static final String MICROPHONE = "microphone";
        static final String LOCATION = "location";
        static final String APPROXIMATE_LOCATION = "approximateLocation";
        static final String BLUETOOTH_SCAN = "bluetoothScan";

        private Alias() {}

        private static String[] forBeacons() {
            boolean hasScan = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S;
            return hasScan ? new String[] { BLUETOOTH_SCAN, LOCATION } : new String[] { LOCATION };
        }

        /** As Android names it. */
        static String androidName(String alias) {
            switch (alias) {
                case CAMERA:
                    return Manifest.permission.CAMERA;
                case MICROPHONE:
                    return Manifest.permission.RECORD_AUDIO;
                case LOCATION:
                    return Manifest.permission.ACCESS_FINE_LOCATION;
                case APPROXIMATE_LOCATION:
                    return Manifest.permission.ACCESS_COARSE_LOCATION;
                case BLUETOOTH_SCAN:
                    return Manifest.permission.BLUETOOTH_SCAN;
                default:
                    throw new IllegalArgumentException(alias);
            }
        }
    }

    /** The name that the page uses. */
    final String pageName;
    /** As `hasSystemFeature` takes it. */
    final String feature;
    /** Whether all aliases are needed, or one of them is enough. */
    final boolean needsAll;
    final String[] aliases;

    DevicePermission(String pageName, String feature, boolean needsAll, String... aliases) {
        this.pageName = pageName;
        this.feature = feature;
        this.needsAll = needsAll;
        this.aliases = aliases;
    }

    /** What is asked for together. Android 12 ignores a request for the precise location without the approximate one. */
    String[] asked() {
        if (this != BEACONS) return aliases;
        String[] asked = new String[aliases.length + 1];
        System.arraycopy(aliases, 0, asked, 0, aliases.length);
        asked[aliases.length] = Alias.APPROXIMATE_LOCATION;
        return asked;
    }

    /** The permission that the page calls so; null if there is none. */
    static DevicePermission named(String name) {
        for (DevicePermission permission : values()) {
            if (permission.pageName.equals(name)) return permission;
        }
        return null;
    }
}
