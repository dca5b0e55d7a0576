package earth.shell.calls;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.media.AudioAttributes;
import android.media.AudioManager;
import android.media.RingtoneManager;
import android.net.Uri;
import android.os.Build;
import android.util.Log;
import androidx.annotation.RequiresApi;
import androidx.core.app.NotificationCompat;
import androidx.core.app.NotificationManagerCompat;
import androidx.core.app.Person;
import earth.shell.R;

/**
 * The notification of the present call. The one of a ring is the ring: the phone's own ringtone and vibration, as the user has set them for
 * this app, again and again; and a full screen on a locked phone. Where Android withholds the full screen it is a banner.
 */
final class CallNotification {

    private static final String RING_CHANNEL = "ring";
    private static final String CALL_CHANNEL = "call";
    private static final String MISSED_CHANNEL = "missed";
    private static final int MISSED = 2;
    /** Milliseconds: still, on, off. */
    private static final long[] VIBRATION = { 0, 1000, 1000 };

    private CallNotification() {}

    /** False: the user has forbidden notifications, or those of calls. */
    static boolean canRing(Context context) {
        createChannels(context);
        NotificationManagerCompat manager = NotificationManagerCompat.from(context);
        if (!manager.areNotificationsEnabled()) return false;
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return true;
        NotificationChannel channel = manager.getNotificationChannel(RING_CHANNEL);
        return channel == null || channel.getImportance() != NotificationManager.IMPORTANCE_NONE;
    }

    /** @param isOfService false: Android has refused the service, and without one the style of a running call */
    static Notification of(Context context, Calls calls, boolean isOfService) {
        createChannels(context);
        String id = calls.currentId();
        boolean isRinging = calls.state() == CallTable.State.RINGING;
        boolean isHeard = isRinging && !calls.isSilenced();
        NotificationCompat.Builder builder = new NotificationCompat.Builder(context, isHeard ? RING_CHANNEL : CALL_CHANNEL)
            .setSmallIcon(R.drawable.ic_call)
            .setCategory(NotificationCompat.CATEGORY_CALL)
            .setPriority(isHeard ? NotificationCompat.PRIORITY_MAX : NotificationCompat.PRIORITY_LOW)
            .setVisibility(NotificationCompat.VISIBILITY_PUBLIC)
            .setOngoing(true)
            .setContentIntent(CallActions.open(context));
        // The service has to show something although the call has just ended.
        if (id == null) return builder.build();
        Person person = new Person.Builder().setName(nameOf(context, calls)).setImportant(true).build();
        PendingIntent hangUp = CallActions.hangUp(context, id, calls.hasPage());
        if (isRinging) {
            builder
                .setContentText(context.getString(R.string.call_incoming))
                .setStyle(NotificationCompat.CallStyle.forIncomingCall(person, hangUp, CallActions.answer(context, id)).setIsVideo(true))
                .setFullScreenIntent(CallActions.open(context), true);
        } else {
            builder
                .setContentTitle(person.getName())
                .setContentText(context.getString(calls.isConnected() ? R.string.call_running : R.string.call_connecting));
            if (isOfService) builder.setStyle(NotificationCompat.CallStyle.forOngoingCall(person, hangUp));
            else builder.addAction(0, context.getString(R.string.call_hang_up), hangUp);
        }
        if (isHeard) {
            builder.setSound(ringtone(), AudioManager.STREAM_RING).setVibrate(VIBRATION);
        }
        Notification notification = builder.build();
        if (isHeard) notification.flags |= Notification.FLAG_INSISTENT;
        return notification;
    }

    /** Stays until it is opened: it leads to the page of the call. */
    static void showMissed(Context context, String id, String name) {
        createChannels(context);
        Notification notification = new NotificationCompat.Builder(context, MISSED_CHANNEL)
            .setSmallIcon(R.drawable.ic_call)
            .setCategory(NotificationCompat.CATEGORY_MISSED_CALL)
            .setContentTitle(context.getString(R.string.call_missed))
            .setContentText(name)
            .setContentIntent(CallActions.openMissed(context, id))
            .setAutoCancel(true)
            .build();
        try {
            NotificationManagerCompat.from(context).notify(id, MISSED, notification);
        } catch (SecurityException error) {
            // The user has forbidden notifications.
            Log.w("earth:calls", "A missed call cannot be shown", error);
        }
    }

    static void cancelMissed(Context context, String id) {
        NotificationManagerCompat.from(context).cancel(id, MISSED);
    }

    /** A style without a name is refused. */
    static String nameOf(Context context, Calls calls) {
        String name = calls.name().trim();
        return name.isEmpty() ? context.getString(R.string.app_name) : name;
    }

    private static Uri ringtone() {
        return RingtoneManager.getDefaultUri(RingtoneManager.TYPE_RINGTONE);
    }

    /** Android keeps what the user has changed of a channel, and takes new names. */
    private static void createChannels(Context context) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return;
        NotificationManager manager = context.getSystemService(NotificationManager.class);
        manager.createNotificationChannel(ringChannel(context));
        manager.createNotificationChannel(
            new NotificationChannel(
                CALL_CHANNEL,
                context.getString(R.string.call_channel),
                NotificationManager.IMPORTANCE_LOW
            )
        );
        manager.createNotificationChannel(
            new NotificationChannel(
                MISSED_CHANNEL,
                context.getString(R.string.missed_channel),
                NotificationManager.IMPORTANCE_LOW
            )
        );
    }

    @RequiresApi(Build.VERSION_CODES.O)
    private static NotificationChannel ringChannel(Context context) {
        NotificationChannel channel = new NotificationChannel(
            RING_CHANNEL,
            context.getString(R.string.ring_channel),
            NotificationManager.IMPORTANCE_HIGH
        );
        AudioAttributes sound = new AudioAttributes.Builder()
            .setContentType(AudioAttributes.CONTENT_TYPE_SONIFICATION)
            .setUsage(AudioAttributes.USAGE_NOTIFICATION_RINGTONE)
            .build();
        channel.setSound(ringtone(), sound);
        channel.enableVibration(true);
        channel.setVibrationPattern(VIBRATION);
        channel.setLockscreenVisibility(Notification.VISIBILITY_PUBLIC);
        return channel;
    }
}
