package earth.shell.plugins;

import android.os.PowerManager;

/**
 * While it is on, Android turns the screen off as long as something is close to it. It is off for ever after `close`, so that a late call
 * cannot leave it on. Safe to use from several threads.
 */
final class ProximityLock {

    private static final String TAG = "earth:proximity";

    /** Null: the device has no such sensor. */
    private final PowerManager.WakeLock lock;
    private boolean isClosed;

    ProximityLock(PowerManager power) {
        boolean isSupported = power.isWakeLockLevelSupported(PowerManager.PROXIMITY_SCREEN_OFF_WAKE_LOCK);
        lock = isSupported ? power.newWakeLock(PowerManager.PROXIMITY_SCREEN_OFF_WAKE_LOCK, TAG) : null;
        if (lock != null) lock.setReferenceCounted(false);
    }

    boolean isSupported() {
        return lock != null;
    }

    /** Without a time limit: a call may last for hours, and the lock alone keeps nothing awake. */
    synchronized void turnOn() {
        if (lock != null && !isClosed) lock.acquire();
    }

    /** The screen stays off until the phone is taken from the ear, so that the cheek touches nothing. */
    synchronized void turnOff() {
        if (lock != null && lock.isHeld()) lock.release(PowerManager.RELEASE_FLAG_WAIT_FOR_NO_PROXIMITY);
    }

    synchronized void close() {
        turnOff();
        isClosed = true;
    }
}
