package earth.shell.calls;

import android.content.ComponentName;
import android.content.Context;
import android.media.AudioManager;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.telecom.CallAudioState;
import android.telecom.DisconnectCause;
import android.telecom.PhoneAccount;
import android.telecom.PhoneAccountHandle;
import android.telecom.TelecomManager;
import android.telecom.VideoProfile;
import android.util.Log;
import androidx.annotation.RequiresApi;
import java.util.HashMap;
import java.util.Map;

/**
 * Telecom's view of the calls (self-managed, Android 8): headsets and cars answer and hang up, a telephone call holds this one, sound goes to
 * Bluetooth. Calls go on without it where a device has none, or refuses.
 */
final class CallTelecom {

    static final String LOCAL = "local";
    static final String REMOTE = "remote";
    static final String UNANSWERED = "unanswered";
    static final String ELSEWHERE = "elsewhere";
    static final String FAILED = "failed";

    private static final String TAG = "earth:calls";
    private static final String SCHEME = "earth";

    private final Context context;
    private final Map<String, CallConnection> connections = new HashMap<>();

    CallTelecom(Context context) {
        this.context = context;
    }

    void addIncoming(String id, String name) {
        add(id, name, true);
    }

    void addOutgoing(String id, String name) {
        add(id, name, false);
    }

    private void add(String id, String name, boolean isIncoming) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return;
        TelecomManager telecom = (TelecomManager) context.getSystemService(Context.TELECOM_SERVICE);
        if (telecom == null) return;
        try {
            register(telecom, id, name, isIncoming);
        } catch (RuntimeException error) {
            // Refused, or there is nothing behind the service, which devices report in different ways.
            Log.w(TAG, "Telecom does not take the call", error);
        }
    }

    @RequiresApi(Build.VERSION_CODES.O)
    private void register(TelecomManager telecom, String id, String name, boolean isIncoming) {
        PhoneAccountHandle account = new PhoneAccountHandle(
            new ComponentName(context, CallConnectionService.class),
            "calls"
        );
        CharSequence label = context.getApplicationInfo().loadLabel(context.getPackageManager());
        telecom.registerPhoneAccount(
            PhoneAccount.builder(account, label)
                .setCapabilities(PhoneAccount.CAPABILITY_SELF_MANAGED | PhoneAccount.CAPABILITY_SUPPORTS_VIDEO_CALLING)
                .addSupportedUriScheme(SCHEME)
                .build()
        );
        Uri address = Uri.fromParts(SCHEME, id, null);
        Bundle extras = new Bundle();
        extras.putString(CallConnectionService.NAME, name);
        Bundle request = new Bundle();
        if (isIncoming) {
            request.putParcelable(TelecomManager.EXTRA_INCOMING_CALL_ADDRESS, address);
            request.putInt(TelecomManager.EXTRA_INCOMING_VIDEO_STATE, VideoProfile.STATE_BIDIRECTIONAL);
            request.putAll(extras);
            telecom.addNewIncomingCall(account, request);
        } else {
            request.putParcelable(TelecomManager.EXTRA_PHONE_ACCOUNT_HANDLE, account);
            request.putInt(TelecomManager.EXTRA_START_CALL_WITH_VIDEO_STATE, VideoProfile.STATE_BIDIRECTIONAL);
            request.putBundle(TelecomManager.EXTRA_OUTGOING_CALL_EXTRAS, extras);
            telecom.placeCall(address, request);
        }
    }

    /** Telecom has made the connection of a call, some time after it was added. */
    void attach(String id, CallConnection connection, boolean isActive) {
        connections.put(id, connection);
        if (isActive) connection.setActive();
    }

    void setActive(String id) {
        CallConnection connection = connections.get(id);
        if (connection != null) connection.setActive();
    }

    /** Telecom takes over a mute of the whole device, and ends it with its call. Headsets and cars show it. */
    void setMuted(String id, boolean isMuted) {
        if (!connections.containsKey(id)) return;
        ((AudioManager) context.getSystemService(Context.AUDIO_SERVICE)).setMicrophoneMute(isMuted);
    }

    /** Where sound goes; null: Telecom has no such call, and the system decides. */
    CallAudioState audioOf(String id) {
        CallConnection connection = connections.get(id);
        return connection == null ? null : connection.getCallAudioState();
    }

    /** Returns false if Telecom has no such call. */
    boolean setRoute(String id, int route) {
        CallConnection connection = connections.get(id);
        if (connection == null) return false;
        connection.setAudioRoute(route);
        return true;
    }

    /** The call has another id from now on. */
    void rename(String former, String id, String name) {
        CallConnection connection = connections.remove(former);
        if (connection == null) return;
        connections.put(id, connection);
        connection.rename(id, name);
    }

    void end(String id, String reason) {
        setMuted(id, false);
        CallConnection connection = connections.remove(id);
        if (connection == null) return;
        connection.setDisconnected(new DisconnectCause(causeOf(reason)));
        connection.destroy();
    }

    private static int causeOf(String reason) {
        switch (reason) {
            case REMOTE:
                return DisconnectCause.REMOTE;
            case UNANSWERED:
                return DisconnectCause.MISSED;
            case ELSEWHERE:
                return DisconnectCause.ANSWERED_ELSEWHERE;
            case FAILED:
                return DisconnectCause.ERROR;
            default:
                return DisconnectCause.LOCAL;
        }
    }
}
