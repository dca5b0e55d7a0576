package earth.shell.plugins;

import android.Manifest;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import com.getcapacitor.JSObject;
import com.getcapacitor.PermissionState;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.getcapacitor.annotation.Permission;
import com.getcapacitor.annotation.PermissionCallback;

/** The permissions of the device that no other plugin has, and the settings in which the user changes them. */
@CapacitorPlugin(
    name = "Permissions",
    permissions = {
        @Permission(alias = DevicePermission.Alias.CAMERA, strings = { Manifest.permission.CAMERA }),
        @Permission(alias = DevicePermission.Alias.MICROPHONE, strings = { Manifest.permission.RECORD_AUDIO }),
        @Permission(alias = DevicePermission.Alias.LOCATION, strings = { Manifest.permission.ACCESS_FINE_LOCATION }),
        @Permission(
            alias = DevicePermission.Alias.APPROXIMATE_LOCATION,
            strings = { Manifest.permission.ACCESS_COARSE_LOCATION }
        ),
        @Permission(alias = DevicePermission.Alias.BLUETOOTH_SCAN, strings = { Manifest.permission.BLUETOOTH_SCAN }),
    }
)
public class PermissionsPlugin extends Plugin {

    /**
     * Android refuses a second request while its dialog is open, and Capacitor would take that for the answer to the first, so they wait
     * for each other.
     */
    private final SerialQueue<PluginCall> requests = new SerialQueue<>();

    @PluginMethod
    public void check(PluginCall call) {
        DevicePermission permission = presentPermission(call);
        if (permission != null) answer(call, permission);
    }

    @PluginMethod
    public void request(PluginCall call) {
        DevicePermission permission = presentPermission(call);
        if (permission == null) return;
        if (isGranted(permission)) answer(call, permission);
        else if (requests.add(call)) ask(call, permission);
    }

    @PluginMethod
    public void openSettings(PluginCall call) {
        String page = call.getString("page", "");
        boolean isOpen;
        switch (page) {
            case "app":
                isOpen = open(appSettings());
                break;
            case "notifications":
                isOpen = open(notificationSettings()) || open(appSettings());
                break;
            default:
                call.reject("There are no settings «" + page + "»");
                return;
        }
        if (isOpen) call.resolve();
        else call.reject("The device does not open its settings");
    }

    /** The bridge calls it when another page starts: what the last one still wanted to ask is not asked. */
    @Override
    public void removeAllListeners() {
        super.removeAllListeners();
        requests.clear();
    }

    @Override
    protected void handleOnDestroy() {
        requests.clear();
    }

    /** Rejects the call and returns null if the device has nothing of the name. */
    private DevicePermission presentPermission(PluginCall call) {
        String name = call.getString("name", "");
        DevicePermission permission = DevicePermission.named(name);
        if (permission != null && getContext().getPackageManager().hasSystemFeature(permission.feature)) return permission;
        call.unavailable("The device has no «" + name + "»");
        return null;
    }

    private boolean isGranted(DevicePermission permission) {
        for (String alias : permission.aliases) {
            boolean isGranted = getPermissionState(alias) == PermissionState.GRANTED;
            if (isGranted != permission.needsAll) return isGranted;
        }
        return permission.needsAll;
    }

    /** The first of its aliases that is not granted; the first one if all are. */
    private String missingAlias(DevicePermission permission) {
        for (String alias : permission.aliases) {
            if (getPermissionState(alias) != PermissionState.GRANTED) return alias;
        }
        return permission.aliases[0];
    }

    private void answer(PluginCall call, DevicePermission permission) {
        String missing = missingAlias(permission);
        boolean mayAskAgain = getActivity()
            .shouldShowRequestPermissionRationale(DevicePermission.Alias.androidName(missing));
        String stored = getPermissionState(missing).toString();
        call.resolve(new JSObject().put("state", PermissionAnswer.of(isGranted(permission), mayAskAgain, stored)));
    }

    /** If the user has refused for ever, Android answers at once, without a dialog. */
    private void ask(PluginCall call, DevicePermission permission) {
        try {
            requestPermissionForAliases(permission.asked(), call, "handleAnswer");
        } catch (IllegalStateException error) {
            // The activity is gone, and would not be told.
            call.reject("The device cannot ask now", error);
        }
    }

    /** The call is null if the page that has asked is gone. */
    @PermissionCallback
    private void handleAnswer(PluginCall call) {
        if (call != null) answer(call, DevicePermission.named(call.getString("name")));
        PluginCall next = requests.next();
        if (next != null) ask(next, DevicePermission.named(next.getString("name")));
    }

    private Intent appSettings() {
        return new Intent(
            Settings.ACTION_APPLICATION_DETAILS_SETTINGS,
            Uri.fromParts("package", getContext().getPackageName(), null)
        );
    }

    private Intent notificationSettings() {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return appSettings();
        return new Intent(Settings.ACTION_APP_NOTIFICATION_SETTINGS).putExtra(
            Settings.EXTRA_APP_PACKAGE,
            getContext().getPackageName()
        );
    }

    private boolean open(Intent intent) {
        try {
            getActivity().startActivity(intent);
            return true;
        } catch (ActivityNotFoundException | SecurityException error) {
            return false;
        }
    }
}
