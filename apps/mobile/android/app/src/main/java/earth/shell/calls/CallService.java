package earth.shell.calls;

import android.Manifest;
import android.app.Notification;
import android.app.Service;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ServiceInfo;
import android.os.Build;
import android.os.IBinder;
import android.util.Log;
import androidx.core.app.NotificationManagerCompat;
import androidx.core.app.ServiceCompat;
import androidx.core.content.ContextCompat;

/**
 * Foreground service: while a call rings or runs, Android leaves the process alive, and in a call the microphone, with the screen off too.
 */
public class CallService extends Service {

    private static final String TAG = "earth:calls";
    private static final int NOTIFICATION = 1;
    /** Null: Android has not created it, or it has ended. */
    private static CallService running;

    /** Shows the present call, or ends if there is none. */
    static void update(Context context) {
        if (running != null) {
            running.show();
            return;
        }
        if (Calls.of(context).currentId() == null) {
            NotificationManagerCompat.from(context).cancel(NOTIFICATION);
            return;
        }
        try {
            ContextCompat.startForegroundService(context, new Intent(context, CallService.class));
        } catch (IllegalStateException error) {
            // Android forbids it in the background, for example if it has lowered the priority of the push.
            Log.w(TAG, "The call is only a notification", error);
            post(context);
        }
    }

    private static void post(Context context) {
        try {
            NotificationManagerCompat.from(context).notify(NOTIFICATION, CallNotification.of(context, Calls.of(context), false));
        } catch (SecurityException | IllegalArgumentException error) {
            Log.w(TAG, "The call cannot be shown", error);
        }
    }

    @Override
    public void onCreate() {
        running = this;
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        // Also if the call has ended meanwhile: Android ends an app whose service was started and shows nothing.
        enterForeground();
        if (Calls.of(this).currentId() == null) leave();
        return START_NOT_STICKY;
    }

    private void show() {
        if (Calls.of(this).currentId() == null) leave();
        else enterForeground();
    }

    private void leave() {
        ServiceCompat.stopForeground(this, ServiceCompat.STOP_FOREGROUND_REMOVE);
        running = null;
        stopSelf();
    }

    /** The microphone is allowed only while the app can be seen, so it is added when the user is in the call. */
    private void enterForeground() {
        Calls calls = Calls.of(this);
        Notification notification = CallNotification.of(this, calls, true);
        int phone = Build.VERSION.SDK_INT < Build.VERSION_CODES.Q ? 0 : ServiceInfo.FOREGROUND_SERVICE_TYPE_PHONE_CALL;
        try {
            ServiceCompat.startForeground(this, NOTIFICATION, notification, phone | microphone(calls));
        } catch (SecurityException error) {
            Log.w(TAG, "The microphone is not allowed in the background", error);
            ServiceCompat.startForeground(this, NOTIFICATION, notification, phone);
        }
    }

    private int microphone(Calls calls) {
        boolean isAllowed =
            ContextCompat.checkSelfPermission(this, Manifest.permission.RECORD_AUDIO) == PackageManager.PERMISSION_GRANTED;
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R || calls.state() != CallTable.State.ACTIVE || !isAllowed) return 0;
        return ServiceInfo.FOREGROUND_SERVICE_TYPE_MICROPHONE;
    }

    /** The user has removed the app from the list of recent ones: its page is gone, and the call with it. */
    @Override
    public void onTaskRemoved(Intent rootIntent) {
        if (Calls.of(this).state() != CallTable.State.RINGING) Calls.of(this).endAll();
    }

    @Override
    public void onDestroy() {
        if (running == this) running = null;
    }

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }
}
