package earth.shell.plugins;

import android.content.Context;
import android.os.PowerManager;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Keeps the processor awake while something is sent, with the screen off and with the app in the background. */
@CapacitorPlugin(name = "BackgroundWork")
public class BackgroundWorkPlugin extends Plugin {

    /** A page that hangs must not empty the battery. */
    private static final long LONGEST_MS = 10 * 60_000;

    private PowerManager.WakeLock lock;

    @Override
    public void load() {
        PowerManager power = (PowerManager) getContext().getSystemService(Context.POWER_SERVICE);
        lock = power.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "earth:background-work");
        lock.setReferenceCounted(false);
    }

    @PluginMethod
    public void begin(PluginCall call) {
        lock.acquire(LONGEST_MS);
        call.resolve();
    }

    @PluginMethod
    public void end(PluginCall call) {
        release();
        call.resolve();
    }

    /** The bridge calls it when another page starts. The calls of the last one are in the queue of the plugins before this. */
    @Override
    public void removeAllListeners() {
        super.removeAllListeners();
        execute(this::release);
    }

    @Override
    protected void handleOnDestroy() {
        release();
    }

    /** Not counted, so that it is released once, also if its time ends meanwhile. */
    private synchronized void release() {
        if (lock.isHeld()) lock.release();
    }
}
