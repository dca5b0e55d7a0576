package earth.shell.plugins;

import android.content.Context;
import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraManager;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * What the device can adjust of a camera that the web view has open: on Android nothing beside what the web view lets a page adjust itself.
 * The values belong to the requests of a capture session, and the web view gives nobody its own. To open the camera once more would fail, or
 * take it from the page. Little is lost: by constraints of the track, a page adjusts exposure, ISO, colour temperature and focus distance
 * where the camera can.
 */
@CapacitorPlugin(name = "CameraSettings")
public class CameraSettingsPlugin extends Plugin {

    @PluginMethod
    public void getRanges(PluginCall call) {
        String name = call.getString("facing", "");
        CameraFacing facing = CameraFacing.named(name);
        try {
            if (facing != null && facing.isPresent((CameraManager) getContext().getSystemService(Context.CAMERA_SERVICE)))
                call.resolve(new JSObject().put("ranges", new JSArray()));
            else call.unavailable("The device has no camera «" + name + "»");
        } catch (CameraAccessException | IllegalArgumentException error) {
            // A camera has been unplugged meanwhile, or does not answer.
            call.reject("The device does not tell its cameras", error);
        }
    }

    @PluginMethod
    public void set(PluginCall call) {
        call.unavailable("The camera has nothing that can be adjusted here");
    }
}
