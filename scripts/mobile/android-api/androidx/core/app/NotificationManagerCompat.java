package androidx.core.app;

import android.app.Notification;
import android.app.NotificationChannel;
import android.content.Context;

public class NotificationManagerCompat {

    public static native NotificationManagerCompat from(Context context);

    public native boolean areNotificationsEnabled();

    public native NotificationChannel getNotificationChannel(String id);

    public native void notify(int id, Notification notification);

    public native void notify(String tag, int id, Notification notification);

    public native void cancel(int id);

    public native void cancel(String tag, int id);
}
