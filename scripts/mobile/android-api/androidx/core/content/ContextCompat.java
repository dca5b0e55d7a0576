package androidx.core.content;

import android.content.Context;
import android.content.Intent;

public class ContextCompat {

    public static native int checkSelfPermission(Context context, String permission);

    public static native void startForegroundService(Context context, Intent intent);
}
