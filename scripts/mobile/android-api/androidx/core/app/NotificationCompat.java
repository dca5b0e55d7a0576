package androidx.core.app;

import android.app.Notification;
import android.app.PendingIntent;
import android.content.Context;
import android.net.Uri;

public class NotificationCompat {

    public static final String CATEGORY_CALL = "call";
    public static final String CATEGORY_MISSED_CALL = "missed_call";
    public static final int PRIORITY_LOW = -1;
    public static final int PRIORITY_MAX = 2;
    public static final int VISIBILITY_PUBLIC = 1;

    public abstract static class Style {}

    public static class CallStyle extends Style {

        public static native CallStyle forIncomingCall(Person person, PendingIntent decline, PendingIntent answer);

        public static native CallStyle forOngoingCall(Person person, PendingIntent hangUp);

        public native CallStyle setIsVideo(boolean isVideo);
    }

    public static class Builder {

        public Builder(Context context, String channel) {}

        public native Builder addAction(int icon, CharSequence title, PendingIntent intent);

        public native Builder setAutoCancel(boolean isCancelled);

        public native Builder setCategory(String category);

        public native Builder setContentIntent(PendingIntent intent);

        public native Builder setContentText(CharSequence text);

        public native Builder setContentTitle(CharSequence title);

        public native Builder setFullScreenIntent(PendingIntent intent, boolean isUrgent);

        public native Builder setOngoing(boolean isOngoing);

        public native Builder setPriority(int priority);

        public native Builder setSmallIcon(int icon);

        public native Builder setSound(Uri sound, int stream);

        public native Builder setStyle(Style style);

        public native Builder setVibrate(long[] pattern);

        public native Builder setVisibility(int visibility);

        public native Notification build();
    }
}
