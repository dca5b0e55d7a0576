package earth.shell.plugins;

import android.util.Base64;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Signs requests with a key that only this device has. */
@CapacitorPlugin(name = "RequestSigning")
public class RequestSigningPlugin extends Plugin {

    private interface Work {
        void run() throws GeneralSecurityException, IOException;
    }

    /** A thread of its own, because all plugins share one, and in order, because a key that is deleted must not be made by a call before it. */
    private final ExecutorService signing = Executors.newSingleThreadExecutor();

    private DeviceKey key;

    @Override
    public void load() {
        key = new DeviceKey(getContext());
    }

    @PluginMethod
    public void getPublicKey(PluginCall call) {
        run(call, () -> {
            int form = Base64.URL_SAFE | Base64.NO_PADDING | Base64.NO_WRAP;
            call.resolve(new JSObject().put("publicKey", Base64.encodeToString(key.publicKey(), form)));
        });
    }

    @PluginMethod
    public void sign(PluginCall call) {
        String data = call.getString("data");
        if (data == null) {
            call.reject("The data is missing");
            return;
        }
        run(call, () -> {
            byte[] signature = key.sign(data.getBytes(StandardCharsets.UTF_8));
            call.resolve(new JSObject().put("signature", Base64.encodeToString(signature, Base64.NO_WRAP)));
        });
    }

    @PluginMethod
    public void deleteKey(PluginCall call) {
        run(call, () -> {
            key.delete();
            call.resolve();
        });
    }

    @Override
    protected void handleOnDestroy() {
        signing.shutdown();
    }

    private void run(PluginCall call, Work work) {
        try {
            signing.execute(() -> {
                try {
                    work.run();
                } catch (GeneralSecurityException | IOException | RuntimeException error) {
                    // The Keystore of some devices throws errors of its own.
                    call.reject("The Keystore does not work: " + error.getMessage(), new Exception(error));
                }
            });
        } catch (RejectedExecutionException error) {
            call.reject("The app is being closed", error);
        }
    }
}
