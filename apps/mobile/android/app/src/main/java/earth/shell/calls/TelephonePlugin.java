package earth.shell.calls;

import android.telecom.CallAudioState;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import earth.shell.MainActivity;

/** Calls as the phone's own: it rings for them, also without the app, and its headset and lock screen answer them. */
@CapacitorPlugin(name = "Telephone")
public class TelephonePlugin extends Plugin implements Calls.Page {

    private Calls calls;

    @Override
    public void load() {
        calls = Calls.of(getContext());
        calls.run(() -> calls.setPage(this));
    }

    /** Firebase's token, which `PushNotifications` gets, is for calls too. */
    @PluginMethod
    public void register(PluginCall call) {
        call.resolve();
    }

    @PluginMethod
    public void unregister(PluginCall call) {
        call.resolve();
    }

    @PluginMethod
    public void ring(PluginCall call) {
        String name = call.getString("name", "");
        long now = System.currentTimeMillis();
        // The call's own `getLong` and `getDouble` take each only some of the numbers that JavaScript has.
        long ringsUntil = call.getData().optLong("ringsUntil", 0);
        long endsAt = now + call.getData().optLong("ringsForMs", 0);
        withId(call, (id) -> {
            if (calls.ring(id, name, ringsUntil, endsAt)) call.resolve();
            else call.unavailable("The user does not let this phone ring for the app, or it is in another call");
        });
    }

    @PluginMethod
    public void start(PluginCall call) {
        connect(call, false);
    }

    @PluginMethod
    public void connect(PluginCall call) {
        connect(call, true);
    }

    private void connect(PluginCall call, boolean isConnected) {
        String name = call.getString("name", "");
        withId(call, (id) -> {
            calls.connect(id, name, isConnected);
            call.resolve();
        });
    }

    @PluginMethod
    public void end(PluginCall call) {
        String reason = call.getString("reason", CallTelecom.LOCAL);
        withId(call, (id) -> {
            calls.end(id, reason);
            call.resolve();
        });
    }

    @PluginMethod
    public void endAll(PluginCall call) {
        calls.run(() -> {
            calls.endAll();
            call.resolve();
        });
    }

    @PluginMethod
    public void setMuted(PluginCall call) {
        boolean isMuted = Boolean.TRUE.equals(call.getBoolean("isMuted", false));
        withId(call, (id) -> {
            calls.telecom().setMuted(id, isMuted);
            call.resolve();
        });
    }

    @PluginMethod
    public void getRoutes(PluginCall call) {
        calls.run(() -> {
            CallAudioState audio = calls.telecom().audioOf(calls.currentId());
            JSArray routes = new JSArray();
            AudioRoute chosen = audio == null ? null : AudioRoute.of(audio.getRoute());
            for (AudioRoute route : AudioRoute.values()) {
                if (audio != null && (audio.getSupportedRouteMask() & route.bit) != 0) routes.put(route.pageName);
            }
            JSObject result = new JSObject();
            result.put("routes", routes);
            if (chosen != null) result.put("chosen", chosen.pageName);
            call.resolve(result);
        });
    }

    @PluginMethod
    public void setRoute(PluginCall call) {
        AudioRoute route = AudioRoute.named(call.getString("route", ""));
        if (route == null) {
            call.reject("There is no such route");
            return;
        }
        calls.run(() -> {
            if (calls.telecom().setRoute(calls.currentId(), route.bit)) call.resolve();
            else call.unavailable("The phone has no such call, so the system decides where its sound goes");
        });
    }

    @PluginMethod
    public void setCallScreen(PluginCall call) {
        boolean isShown = Boolean.TRUE.equals(call.getBoolean("isShown", false));
        calls.run(() -> {
            CallWindow window = ((MainActivity) getActivity()).getCallWindow();
            if (window != null) window.setCallScreen(isShown);
            call.resolve();
        });
    }

    @Override
    @PluginMethod(returnType = PluginMethod.RETURN_NONE)
    public void addListener(PluginCall call) {
        super.addListener(call);
        calls.run(calls::deliver);
    }

    /** The bridge calls it when another page starts. */
    @Override
    public void removeAllListeners() {
        super.removeAllListeners();
        if (calls != null) calls.run(() -> calls.handlePageGone(this, false));
    }

    @Override
    protected void handleOnDestroy() {
        calls.run(() -> calls.handlePageGone(this, true));
    }

    @Override
    public boolean report(String event, String callId) {
        if (!hasListeners(event)) return false;
        notifyListeners(event, new JSObject().put("callId", callId));
        return true;
    }

    /** Not kept: a page that takes the call over says what it is. */
    @Override
    public void reportMuted(String callId, boolean isMuted) {
        notifyListeners("muted", new JSObject().put("callId", callId).put("isMuted", isMuted));
    }

    private interface OfCall {
        void run(String id);
    }

    private void withId(PluginCall call, OfCall work) {
        String id = call.getString("callId");
        if (id == null) call.reject("callId is missing");
        else calls.run(() -> work.run(id));
    }
}
