package earth.shell.calls;

import android.content.Context;
import android.net.Uri;
import android.os.Build;
import android.telecom.CallAudioState;
import android.telecom.Connection;
import android.telecom.TelecomManager;
import android.telecom.VideoProfile;
import androidx.annotation.RequiresApi;

/** One call as Telecom sees it. What the user does on a headset, in a car or on a watch arrives here, on the main thread. */
@RequiresApi(Build.VERSION_CODES.O)
final class CallConnection extends Connection {

    private final Context context;
    private String id;
    private boolean isMuted;

    CallConnection(Context context, String id, String name, Uri address) {
        this.context = context;
        this.id = id;
        setConnectionProperties(PROPERTY_SELF_MANAGED);
        // A telephone call that the user answers holds this one; without these it would end it.
        setConnectionCapabilities(CAPABILITY_HOLD | CAPABILITY_SUPPORT_HOLD);
        setAudioModeIsVoip(true);
        // The speaker at first, unless there is a headset.
        setVideoState(VideoProfile.STATE_BIDIRECTIONAL);
        setAddress(address, TelecomManager.PRESENTATION_ALLOWED);
        setCallerDisplayName(name, TelecomManager.PRESENTATION_ALLOWED);
    }

    void rename(String id, String name) {
        this.id = id;
        setCallerDisplayName(name, TelecomManager.PRESENTATION_ALLOWED);
    }

    @Override
    public void onAnswer() {
        Calls.of(context).answer(id);
        CallActions.openApp(context);
    }

    @Override
    public void onAnswer(int videoState) {
        onAnswer();
    }

    @Override
    public void onReject() {
        Calls.of(context).hangUp(id);
    }

    @Override
    public void onDisconnect() {
        Calls.of(context).hangUp(id);
    }

    @Override
    public void onAbort() {
        Calls.of(context).hangUp(id);
    }

    /** The system takes camera and microphone from the page, which shows that. */
    @Override
    public void onHold() {
        setOnHold();
    }

    @Override
    public void onUnhold() {
        setActive();
    }

    /** The ring is a notification, which is there already. */
    @Override
    public void onShowIncomingCallUi() {}

    @Override
    public void onSilence() {
        Calls.of(context).silence();
    }

    @Override
    public void onCallAudioStateChanged(CallAudioState state) {
        if (state.isMuted() == isMuted) return;
        isMuted = state.isMuted();
        Calls.of(context).handleMuted(id, isMuted);
    }
}
