package earth.shell.calls;

import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.util.Log;
import earth.shell.MainActivity;
import java.util.Collections;
import org.json.JSONObject;

/** What the buttons of the notification do. */
public class CallActions extends BroadcastReceiver {

    static final String OPEN = "earth.shell.OPEN_CALL";
    static final String ANSWER = "earth.shell.ANSWER_CALL";
    static final String HANG_UP = "earth.shell.HANG_UP_CALL";
    private static final String MISSED = "earth.shell.MISSED_CALL";
    private static final int FLAGS = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;

    /** Declining, or hanging up, without opening the app. */
    @Override
    public void onReceive(Context context, Intent intent) {
        Calls.of(context).hangUp(idOf(intent));
    }

    static PendingIntent open(Context context) {
        return PendingIntent.getActivity(context, 0, activity(context, OPEN, ""), FLAGS);
    }

    /** Opens the app, which alone may use the microphone then. On a locked phone Android asks to unlock it first. */
    static PendingIntent answer(Context context, String id) {
        return PendingIntent.getActivity(context, 0, activity(context, ANSWER, id), FLAGS);
    }

    /**
     * Without a page nobody could tell the server: the app is opened for that, in the background. Not on a locked phone, which would have to be
     * unlocked first: the ring ends at once, and the next page tells the server.
     */
    static PendingIntent hangUp(Context context, String id, boolean hasPage) {
        if (!hasPage && !CallWindow.isLocked(context)) return PendingIntent.getActivity(context, 0, activity(context, HANG_UP, id), FLAGS);
        Intent intent = new Intent(context, CallActions.class).setAction(HANG_UP).setData(dataOf(id));
        return PendingIntent.getBroadcast(context, 0, intent, FLAGS);
    }

    /** As a tap on a notification of Firebase, which Capacitor's plugin reports to the page (`in-shell/start-up.ts` of the web app). */
    static PendingIntent openMissed(Context context, String id) {
        Intent intent = activity(context, MISSED, id)
            .putExtra("google.message_id", id)
            .putExtra("messageType", "EndedCall")
            .putExtra("messageContent", new JSONObject(Collections.singletonMap("CallUniqueId", id)).toString());
        return PendingIntent.getActivity(context, 0, intent, FLAGS);
    }

    /** After an answer on a headset. Android may forbid it; the notification leads to the app as well. */
    static void openApp(Context context) {
        try {
            context.startActivity(activity(context, OPEN, ""));
        } catch (RuntimeException error) {
            Log.w("earth:calls", "The app cannot be opened now", error);
        }
    }

    private static Intent activity(Context context, String action, String id) {
        return new Intent(context, MainActivity.class)
            .setAction(action)
            .setData(dataOf(id))
            .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_SINGLE_TOP);
    }

    /** In the data, because intents that differ in nothing else than extras are the same. */
    private static Uri dataOf(String id) {
        return Uri.fromParts("earth-call", id, null);
    }

    /** Other apps may send such an intent too, but do not know the id of a call that rings. */
    static String idOf(Intent intent) {
        Uri data = intent.getData();
        return data == null ? "" : data.getSchemeSpecificPart();
    }
}
