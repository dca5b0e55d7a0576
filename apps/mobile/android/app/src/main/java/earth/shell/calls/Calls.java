package earth.shell.calls;

import android.content.Context;
import android.os.Handler;
import android.os.Looper;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Coordinator of the calls of this process: tells the notification, Telecom, the window and the page of each change. Made by the first push,
 * or by the page; it is there without an activity. Everything runs on the main thread.
 */
final class Calls {

    /** The page, or rather the plugin that it talks to. */
    interface Page {
        /** Returns false if the page does not listen to the event yet. */
        boolean report(String event, String callId);
        void reportMuted(String callId, boolean isMuted);
    }

    private static Calls instance;

    private final Context context;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final CallTable table = new CallTable();
    private final CallTelecom telecom;
    private final Runnable expire = this::expire;
    /** What the user did before the page listened: pairs of event and call. */
    private final List<String[]> reports = new ArrayList<>();
    private Page page;
    private CallWindow window;
    private boolean isSilenced;
    /** The user talks to somebody; false while it rings at either end. */
    private boolean isConnected;

    private Calls(Context context) {
        this.context = context;
        telecom = new CallTelecom(context);
    }

    static synchronized Calls of(Context context) {
        if (instance == null) instance = new Calls(context.getApplicationContext());
        return instance;
    }

    /** Runs on the main thread, at once if this is it. */
    void run(Runnable work) {
        if (Looper.myLooper() == Looper.getMainLooper()) work.run();
        else main.post(work);
    }

    void handlePush(PushedCall call) {
        run(() -> {
            switch (call.type) {
                case RINGS:
                    if (!CallNotification.canRing(context)) return;
                    handleRing(call.id, table.ringByPush(call.id, call.name, call.ringsUntil, System.currentTimeMillis()));
                    break;
                case ENDED:
                    showMissed(call.id);
                    if (table.endedByPush(call.id)) handleEnd(call.id, CallTelecom.REMOTE);
                    break;
                case HANDLED:
                    CallNotification.cancelMissed(context, call.id);
                    if (table.handledByPush(call.id, System.currentTimeMillis())) handleEnd(call.id, CallTelecom.ELSEWHERE);
                    break;
            }
        });
    }

    /** The page asks for a ring. Returns false if the phone cannot ring, so that the page has to. */
    boolean ring(String id, String name, long ringsUntil, long endsAt) {
        if (!CallNotification.canRing(context)) return false;
        handleRing(id, table.ring(id, name, ringsUntil, endsAt));
        String current = table.current();
        // Another call rings or runs on this phone: nobody would hear this one.
        return current == null || current.equals(id);
    }

    private void handleRing(String id, CallTable.Ring ring) {
        if (ring == CallTable.Ring.KEEP) awaitEnd();
        if (ring != CallTable.Ring.BEGIN) return;
        isSilenced = false;
        isConnected = false;
        telecom.addIncoming(id, table.nameOf(id));
        show();
    }

    /** @param isConnected false: the user calls somebody who has not answered */
    void connect(String id, String name, boolean isConnected) {
        String former = table.connect(id, name);
        this.isConnected = isConnected;
        if (former == null) telecom.addOutgoing(id, name);
        else if (!former.equals(id)) telecom.rename(former, id, name);
        if (isConnected) telecom.setActive(id);
        show();
    }

    void end(String id, String reason) {
        if (table.end(id, reason.equals(CallTelecom.LOCAL), System.currentTimeMillis())) handleEnd(id, reason);
    }

    /** What has not been reported yet is not for the next user. */
    void endAll() {
        for (String id = table.current(); id != null; id = table.current()) end(id, CallTelecom.LOCAL);
        reports.clear();
    }

    /** The user answers: by the notification, the cover, or a headset. */
    void answer(String id) {
        if (!table.answer(id, System.currentTimeMillis())) return;
        telecom.setActive(id);
        report("answered", id);
        show();
    }

    /** The user declines or hangs up: by the notification, the cover, or a headset. */
    void hangUp(String id) {
        CallTable.Report report = table.hangUp(id);
        if (report == CallTable.Report.NOTHING) return;
        report(report == CallTable.Report.DECLINED ? "declined" : "ended", id);
        handleEnd(id, CallTelecom.LOCAL);
    }

    /** By the volume key: it goes on ringing without a sound. */
    void silence() {
        isSilenced = true;
        show();
    }

    void handleMuted(String id, boolean isMuted) {
        if (page != null && table.stateOf(id) == CallTable.State.ACTIVE) page.reportMuted(id, isMuted);
    }

    private void handleEnd(String id, String reason) {
        telecom.end(id, reason);
        show();
    }

    private void report(String event, String id) {
        reports.add(new String[] { event, id });
        deliver();
    }

    /** Reports what the page listens to. It may be loaded because of that. */
    void deliver() {
        Iterator<String[]> each = reports.iterator();
        while (page != null && each.hasNext()) {
            String[] report = each.next();
            if (page.report(report[0], report[1])) each.remove();
        }
    }

    /** The plugin is there. Android may end the former activity, with its plugin, only afterwards. */
    void setPage(Page page) {
        if (this.page != null) handlePageGone(this.page, false);
        this.page = page;
    }

    boolean hasPage() {
        return page != null;
    }

    /** Another page is loaded; or the activity is gone, and the plugin with it. */
    void handlePageGone(Page gone, boolean isPluginGone) {
        if (page != gone) return;
        if (isPluginGone) page = null;
        if (window != null) window.handlePageGone();
        table.handlePageGone(System.currentTimeMillis());
        show();
    }

    void setWindow(CallWindow window) {
        this.window = window;
    }

    /** Does nothing if another activity has its window here already. */
    void removeWindow(CallWindow window) {
        if (this.window == window) this.window = null;
    }

    /** Brings everything up to the present state. */
    private void show() {
        String id = table.current();
        CallService.update(context);
        if (window != null) window.show();
        awaitEnd();
    }

    private void awaitEnd() {
        main.removeCallbacks(expire);
        long endsAt = table.nextEnd();
        if (endsAt >= 0) main.postDelayed(expire, Math.max(0, endsAt - System.currentTimeMillis()));
    }

    private void expire() {
        String ringing = state() == CallTable.State.RINGING ? table.current() : null;
        for (String id : table.expire(System.currentTimeMillis())) {
            if (id.equals(ringing)) showMissed(id);
            telecom.end(id, CallTelecom.UNANSWERED);
        }
        show();
    }

    /** Also if the page has heard of the end first: in the background it shows nothing. */
    private void showMissed(String id) {
        boolean isSeen = window != null && window.isSeen();
        if (!isSeen && !table.isHandled(id)) CallNotification.showMissed(context, id, table.nameOf(id));
    }

    /** Null: there is no call. */
    String currentId() {
        return table.current();
    }

    CallTable.State state() {
        String id = table.current();
        return id == null ? CallTable.State.ENDED : table.stateOf(id);
    }

    String name() {
        String id = table.current();
        return id == null ? "" : table.nameOf(id);
    }

    boolean isSilenced() {
        return isSilenced;
    }

    boolean isConnected() {
        return isConnected;
    }

    CallTelecom telecom() {
        return telecom;
    }
}
