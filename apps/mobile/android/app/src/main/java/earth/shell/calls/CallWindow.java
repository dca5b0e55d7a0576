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
    private final View cover;
    /** The page shows the call's screen, and nothing else. */
    private boolean isCallScreen;
    /** The phone is locked, and the window was brought up by a call: it is covered. */
    private boolean isOpenedByCall;

    public CallWindow(Activity activity) {
        this.activity = activity;
        cover = activity.getLayoutInflater().inflate(R.layout.call_cover, null);
        cover.setVisibility(View.GONE);
        activity.addContentView(
            cover,
            new ViewGroup.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.MATCH_PARENT)
        );
        Calls.of(activity).setWindow(this);
    }

    /** An intent of the notification, or any other. */
    public void handle(Intent intent) {
        Calls calls = Calls.of(activity);
        String action = intent == null ? null : intent.getAction();
        if (action == null) return;
        switch (action) {
            case CallActions.OPEN:
                isOpenedByCall = isLocked();
                break;
            case CallActions.ANSWER:
                isOpenedByCall = isLocked();
                calls.answer(CallActions.idOf(intent));
                break;
            case CallActions.HANG_UP:
                calls.hangUp(CallActions.idOf(intent));
                activity.moveTaskToBack(true);
                break;
            default:
                return;
        }
        calls.setWindow(this);
    }

    public void close() {
        Calls.of(activity).setWindow(null);
    }

    /** The next page has not said anything yet. */
    void handlePageGone() {
        isOpenedByCall = isOpenedByCall || (isCallScreen && isLocked());
        isCallScreen = false;
    }

    void setCallScreen(boolean isShown) {
        isCallScreen = isShown;
        if (isShown) isOpenedByCall = false;
        Calls.of(activity).setWindow(this);
    }

    /** @param id null: there is no call */
    void show(String id, CallTable.State state, String name) {
        boolean isCall = id != null;
        if (!isCall) isOpenedByCall = false;
        setOverLock(isCall && (isCallScreen || isOpenedByCall));
        boolean isCovered = isCall && isOpenedByCall && !isCallScreen;
        cover.setVisibility(isCovered ? View.VISIBLE : View.GONE);
        if (isCovered) fill(id, state == CallTable.State.RINGING, name);
    }

    private void fill(String id, boolean isRinging, String name) {
        Calls calls = Calls.of(activity);
        ((TextView) cover.findViewById(R.id.call_name)).setText(name);
        ((TextView) cover.findViewById(R.id.call_state)).setText(isRinging ? R.string.call_incoming : R.string.call_connecting);
        Button answer = cover.findViewById(R.id.call_answer);
        answer.setVisibility(isRinging ? View.VISIBLE : View.GONE);
        answer.setOnClickListener((view) -> calls.answer(id));
        Button hangUp = cover.findViewById(R.id.call_hang_up);
        hangUp.setText(isRinging ? R.string.call_decline : R.string.call_hang_up);
        hangUp.setOnClickListener((view) -> calls.hangUp(id));
    }

    private boolean isLocked() {
        KeyguardManager keyguard = (KeyguardManager) activity.getSystemService(Context.KEYGUARD_SERVICE);
        PowerManager power = (PowerManager) activity.getSystemService(Context.POWER_SERVICE);
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
