package earth.shell.plugins;

import android.content.pm.PackageManager;
import androidx.core.content.ContextCompat;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.json.JSONException;

/** iBeacons that are near, while the app is in the foreground. It never asks for a permission: `Permissions` does. */
@CapacitorPlugin(name = "Beacons")
public class BeaconsPlugin extends Plugin implements BeaconScanner.Listener {

    private BeaconScanner scanner;
    /** Changed and read on the main thread. */
    private boolean isInBackground;

    @Override
    public void load() {
        scanner = new BeaconScanner(getContext(), this);
    }

    @PluginMethod
    public void start(PluginCall call) {
        Set<String> uuids = new HashSet<>();
        try {
            for (Object uuid : call.getArray("uuids", new JSArray()).toList()) uuids.add(uuid.toString().toLowerCase(Locale.ROOT));
        } catch (JSONException error) {
            call.reject("The UUIDs cannot be read", error);
            return;
        }
        getBridge().executeOnMainThread(() -> begin(call, uuids));
    }

    @PluginMethod
    public void stop(PluginCall call) {
        getBridge().executeOnMainThread(() -> {
            scanner.end();
            call.resolve();
        });
    }

    private void begin(PluginCall call, Set<String> uuids) {
        if (!isAllowed()) {
            call.reject("The app may not look for beacons", "DENIED");
            return;
        }
        String hindrance = isInBackground ? "The app is in the background" : scanner.hindrance();
        if (hindrance != null) {
            call.unavailable(hindrance);
            return;
        }
        scanner.begin(uuids);
        call.resolve();
    }

    /** Without the precise location Android scans, and reports no beacons. */
    private boolean isAllowed() {
        for (String alias : DevicePermission.BEACONS.aliases) {
            String name = DevicePermission.Alias.androidName(alias);
            if (ContextCompat.checkSelfPermission(getContext(), name) != PackageManager.PERMISSION_GRANTED) return false;
        }
        return true;
    }

    @Override
    public void onSeen(List<BeaconTally.Entry> beacons) {
        JSArray list = new JSArray();
        for (BeaconTally.Entry entry : beacons) {
            IBeacon beacon = entry.beacon;
            list.put(
                new JSObject()
                    .put("uuid", beacon.uuid)
                    .put("major", beacon.major)
                    .put("minor", beacon.minor)
                    .put("distance", entry.distance())
            );
        }
        notifyListeners("seen", new JSObject().put("beacons", list));
    }

    @Override
    public void onFailed(String message) {
        notifyListeners("failed", new JSObject().put("message", message));
    }

    /** The bridge calls it when another page starts. The calls of the last one are in the queue of the plugins before this. */
    @Override
    public void removeAllListeners() {
        super.removeAllListeners();
        execute(() -> getBridge().executeOnMainThread(scanner::end));
    }

    @Override
    protected void handleOnStart() {
        isInBackground = false;
    }

    /** The page starts again when it is shown again. */
    @Override
    protected void handleOnStop() {
        isInBackground = true;
        scanner.end();
    }

    @Override
    protected void handleOnDestroy() {
        scanner.end();
    }
}
