package earth.shell.plugins;

import android.annotation.SuppressLint;
import android.bluetooth.BluetoothAdapter;
import android.bluetooth.BluetoothManager;
import android.bluetooth.le.BluetoothLeScanner;
import android.bluetooth.le.ScanCallback;
import android.bluetooth.le.ScanFilter;
import android.bluetooth.le.ScanRecord;
import android.bluetooth.le.ScanResult;
import android.bluetooth.le.ScanSettings;
import android.content.Context;
import android.location.LocationManager;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import androidx.core.location.LocationManagerCompat;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Receives iBeacons by Bluetooth. Used on the main thread only. */
final class BeaconScanner {

    interface Listener {
        /** About once a second, if there are any. */
        void onSeen(List<BeaconTally.Entry> beacons);

        /** It has ended by itself. */
        void onFailed(String message);
    }

    private static final long REPORT_MS = 1000;

    /** The Bluetooth chip drops what is no iBeacon, so that the app is not woken for it. */
    private static final List<ScanFilter> FILTERS = Collections.singletonList(
        new ScanFilter.Builder().setManufacturerData(IBeacon.COMPANY, IBeacon.PREFIX).build()
    );
    /** A compromise of Android between the battery and the delay: it listens for a part of the time. */
    private static final ScanSettings SETTINGS = new ScanSettings.Builder()
        .setScanMode(ScanSettings.SCAN_MODE_BALANCED)
        .build();

    /** Android counts those of the app, which outlives the activity. */
    private static final ScanStarts STARTS = new ScanStarts();

    private final Context context;
    private final Listener listener;
    private final Handler handler = new Handler(Looper.getMainLooper());
    private final BeaconTally tally = new BeaconTally();
    private Set<String> uuids = Collections.emptySet();
    /** From `begin` to `end`: it scans, or will. */
    private boolean isBegun;
    /** Null: it does not scan. */
    private BluetoothLeScanner scanner;

    private final ScanCallback callback = new ScanCallback() {
        @Override
        public void onScanResult(int type, ScanResult result) {
            ScanRecord record = result.getScanRecord();
            IBeacon beacon = record == null ? null : IBeacon.read(record.getManufacturerSpecificData(IBeacon.COMPANY));
            if (scanner != null && beacon != null && uuids.contains(beacon.uuid)) tally.add(beacon, result.getRssi());
        }

        @Override
        public void onScanFailed(int code) {
            if (isBegun) fail("Bluetooth does not scan: error " + code);
        }
    };

    private final Runnable report = new Runnable() {
        @Override
        public void run() {
            String hindrance = hindrance();
            if (hindrance != null) {
                fail(hindrance);
                return;
            }
            List<BeaconTally.Entry> beacons = tally.take();
            if (!beacons.isEmpty()) listener.onSeen(beacons);
            handler.postDelayed(this, REPORT_MS);
        }
    };

    private final Runnable start = this::start;

    BeaconScanner(Context context, Listener listener) {
        this.context = context;
        this.listener = listener;
    }

    /** Why nothing can be received now; null: nothing prevents it. */
    String hindrance() {
        BluetoothManager bluetooth = (BluetoothManager) context.getSystemService(Context.BLUETOOTH_SERVICE);
        BluetoothAdapter adapter = bluetooth == null ? null : bluetooth.getAdapter();
        if (adapter == null) return "The device has no Bluetooth";
        if (!adapter.isEnabled() || adapter.getBluetoothLeScanner() == null) return "Bluetooth is off";
        // Android reports no beacons then, without an error.
        LocationManager location = (LocationManager) context.getSystemService(Context.LOCATION_SERVICE);
        boolean isLocated = location != null && LocationManagerCompat.isLocationEnabled(location);
        return isLocated ? null : "The location of the device is off";
    }

    /** Once more replaces the UUIDs. It may have to wait before it scans. */
    void begin(Set<String> wanted) {
        uuids = wanted;
        tally.take();
        if (isBegun) return;
        isBegun = true;
        long delay = STARTS.delay(SystemClock.elapsedRealtime());
        if (delay == 0) start();
        else handler.postDelayed(start, delay);
    }

    @SuppressLint("MissingPermission")
    private void start() {
        String hindrance = hindrance();
        if (hindrance != null) {
            fail(hindrance);
            return;
        }
        BluetoothManager bluetooth = (BluetoothManager) context.getSystemService(Context.BLUETOOTH_SERVICE);
        BluetoothLeScanner available = bluetooth.getAdapter().getBluetoothLeScanner();
        STARTS.add(SystemClock.elapsedRealtime());
        try {
            available.startScan(FILTERS, SETTINGS, callback);
        } catch (IllegalStateException | SecurityException error) {
            fail("Bluetooth does not scan: " + error.getMessage());
            return;
        }
        scanner = available;
        handler.postDelayed(report, REPORT_MS);
    }

    private void fail(String message) {
        end();
        listener.onFailed(message);
    }

    @SuppressLint("MissingPermission")
    void end() {
        BluetoothLeScanner running = scanner;
        isBegun = false;
        scanner = null;
        handler.removeCallbacks(start);
        handler.removeCallbacks(report);
        tally.take();
        if (running == null) return;
        try {
            running.stopScan(callback);
        } catch (IllegalStateException | SecurityException error) {
            // Bluetooth was turned off, or the permission withdrawn: it has ended by that.
        }
    }
}
