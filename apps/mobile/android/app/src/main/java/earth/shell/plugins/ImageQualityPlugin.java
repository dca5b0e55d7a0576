package earth.shell.plugins;

import android.util.Base64;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Whether a photograph is good enough to be recognized. */
@CapacitorPlugin(name = "ImageQuality")
public class ImageQualityPlugin extends Plugin {

    private static final int GOOD = 1;
    private static final int BLURRED = 0;
    private static final int NOT_OPENED = -1;

    /** A thread of its own, because all plugins share one. One photograph after another, because each takes much memory. */
    private final ExecutorService measuring = Executors.newSingleThreadExecutor();

    @PluginMethod
    public void check(PluginCall call) {
        Double tolerance = call.getDouble("tolerance");
        if (tolerance == null) {
            call.reject("The tolerance is missing");
            return;
        }
        String data = call.getString("data", "");
        try {
            measuring.execute(() -> measure(call, data, tolerance));
        } catch (RejectedExecutionException error) {
            call.reject("The app is being closed", error);
        }
    }

    @Override
    protected void handleOnDestroy() {
        measuring.shutdownNow();
    }

    private void measure(PluginCall call, String data, double tolerance) {
        try {
            call.resolve(new JSObject().put("quality", qualityOf(data, tolerance)));
        } catch (OutOfMemoryError error) {
            call.reject("There is not enough memory for the picture");
        }
    }

    private static int qualityOf(String data, double tolerance) {
        double sharpness;
        try {
            sharpness = Photograph.sharpnessOf(Base64.decode(data, Base64.DEFAULT));
        } catch (IllegalArgumentException error) {
            // It is not in base64.
            return NOT_OPENED;
        }
        if (sharpness < 0) return NOT_OPENED;
        return sharpness < tolerance ? BLURRED : GOOD;
    }
}
