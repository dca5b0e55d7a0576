package earth.shell.calls;

import android.app.Activity;
import android.app.KeyguardManager;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import android.os.PowerManager;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowManager;
import android.widget.Button;
import android.widget.TextView;
import earth.shell.R;

/**
 * The app's window during a call: over the lock screen, with the screen on. There it shows nothing but the call: a cover of its own until the
 * page says that its screen of the call hides everything else, and as soon as it does not, the lock screen is back.
 */
public final class CallWindow {

    private final Activity activity;
    private final ViewGroup cover;
    /** The page shows the call's screen, and nothing else. */
    private boolean isCallScreen;
    /** The phone is locked, and the window was brought up by a call: it is covered. */
    private boolean isOpenedByCall;
    private boolean isOverLock;
    /** The lock screen is to come back, which takes its time: until then the cover stays, with nothing on it. */
    private boolean isLeaving;
    private boolean isResumed;

    public CallWindow(Activity activity) {
        this.activity = activity;
        cover = (ViewGroup) activity.getLayoutInflater().inflate(R.layout.call_cover, null);
        cover.setVisibility(View.GONE);
        activity.addContentView(
            cover,
            new ViewGroup.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.MATCH_PARENT)
        );
        Calls.of(activity).setWindow(this);
        show();
    }

    /** An intent of the notification, or any other. */
    public void handle(Intent intent) {
        Calls calls = Calls.of(activity);
        String action = intent == null ? null : intent.getAction();
        if (action == null) return;
        switch (action) {
            case CallActions.OPEN:
                isOpenedByCall = isLocked(activity);
                break;
            case CallActions.ANSWER:
                isOpenedByCall = isLocked(activity);
                calls.answer(CallActions.idOf(intent));
                break;
            case CallActions.HANG_UP:
                calls.hangUp(CallActions.idOf(intent));
                activity.moveTaskToBack(true);
                break;
            default:
                return;
        }
        show();
    }

    public void close() {
        Calls.of(activity).removeWindow(this);
    }

    public void handleResume() {
        isResumed = true;
        if (isLocked(activity)) return;
        isLeaving = false;
        show();
    }

    public void handlePause() {
        isResumed = false;
    }

    /** The window cannot be seen any more: the lock screen is back, if it was to come. */
    public void handleStop() {
        isLeaving = false;
        show();
    }

    /** The user has the page before them, and not the lock screen. */
    boolean isSeen() {
        return isResumed && !isLocked(activity);
    }

    /** The next page has not said anything yet. */
    void handlePageGone() {
        isOpenedByCall = isOpenedByCall || (isCallScreen && isLocked(activity));
        isCallScreen = false;
    }

    void setCallScreen(boolean isShown) {
        isCallScreen = isShown;
        if (isShown) isOpenedByCall = false;
        show();
    }

    /** Shows the present call, if there is one. */
    void show() {
        Calls calls = Calls.of(activity);
        String id = calls.currentId();
        if (id == null) isOpenedByCall = false;
        boolean isOver = id != null && (isCallScreen || isOpenedByCall);
        isLeaving = !isOver && (isLeaving || (isOverLock && isResumed && isLocked(activity)));
        isOverLock = isOver;
        boolean isCallCovered = isOver && !isCallScreen;
        cover.setVisibility(isCallCovered || isLeaving ? View.VISIBLE : View.GONE);
        for (int at = 0; at < cover.getChildCount(); at += 1) {
            cover.getChildAt(at).setVisibility(isCallCovered ? View.VISIBLE : View.GONE);
        }
        if (isCallCovered) fill(calls, id);
        setOverLock(isOver);
    }

    private void fill(Calls calls, String id) {
        boolean isRinging = calls.state() == CallTable.State.RINGING;
        ((TextView) cover.findViewById(R.id.call_name)).setText(calls.name());
        ((TextView) cover.findViewById(R.id.call_state)).setText(isRinging ? R.string.call_incoming : R.string.call_connecting);
        Button answer = cover.findViewById(R.id.call_answer);
        answer.setVisibility(isRinging ? View.VISIBLE : View.GONE);
        answer.setOnClickListener((view) -> calls.answer(id));
        Button hangUp = cover.findViewById(R.id.call_hang_up);
        hangUp.setText(isRinging ? R.string.call_decline : R.string.call_hang_up);
        hangUp.setOnClickListener((view) -> calls.hangUp(id));
    }

    static boolean isLocked(Context context) {
        KeyguardManager keyguard = (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
        PowerManager power = (PowerManager) context.getSystemService(Context.POWER_SERVICE);
        return keyguard.isKeyguardLocked() || !power.isInteractive();
    }

    private void setOverLock(boolean isOver) {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O_MR1) {
            activity.setShowWhenLocked(isOver);
            activity.setTurnScreenOn(isOver);
            return;
        }
        int flags = WindowManager.LayoutParams.FLAG_SHOW_WHEN_LOCKED | WindowManager.LayoutParams.FLAG_TURN_SCREEN_ON;
        if (isOver) activity.getWindow().addFlags(flags);
        else activity.getWindow().clearFlags(flags);
    }
}
