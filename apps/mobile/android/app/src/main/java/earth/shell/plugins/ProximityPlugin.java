package earth.shell.plugins;

import android.content.Context;
import android.os.PowerManager;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Turns the screen off while the phone is at an ear. */
@CapacitorPlugin(name = "Proximity")
public class ProximityPlugin extends Plugin {

    private ProximityLock lock;

    @Override
    public void load() {
        lock = new ProximityLock((PowerManager) getContext().getSystemService(Context.POWER_SERVICE));
    }

    @PluginMethod
    public void enable(PluginCall call) {
        if (!lock.isSupported()) {
            call.unavailable("The device has no sensor for what is close to its screen");
            return;
        }
        lock.turnOn();
        call.resolve();
    }

    @PluginMethod
    public void disable(PluginCall call) {
        lock.turnOff();
        call.resolve();
    }

    /** The bridge calls it when another page starts. The calls of the last one are in the queue of the plugins before this. */
    @Override
    public void removeAllListeners() {
        super.removeAllListeners();
        execute(lock::turnOff);
    }

    @Override
    protected void handleOnDestroy() {
        lock.close();
    }
}
