package earth.shell.calls;

import androidx.annotation.NonNull;
import com.capacitorjs.plugins.pushnotifications.MessagingService;
import com.google.firebase.messaging.RemoteMessage;

/** Firebase gives its messages to one service: this one takes those of calls, and leaves all others to Capacitor's plugin. */
public class CallMessagingService extends MessagingService {

    @Override
    public void onMessageReceived(@NonNull RemoteMessage message) {
        PushedCall call = PushedCall.of(message.getData());
        if (call == null) super.onMessageReceived(message);
        else Calls.of(this).handlePush(call);
    }
}
