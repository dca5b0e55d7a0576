package androidx.core.location;

import android.location.LocationManager;

public class LocationManagerCompat {

    public static native boolean isLocationEnabled(LocationManager manager);
}
