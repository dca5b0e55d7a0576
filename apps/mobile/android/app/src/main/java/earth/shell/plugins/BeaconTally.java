package earth.shell.plugins;

import java.util.ArrayList;
import java.util.List;

/** Collects what is received of beacons, because each sends several times a second. Not safe to use from several threads. */
final class BeaconTally {

    /** What Android gives if it has not measured the strength. */
    private static final int NOT_MEASURED = 127;

    static final class Entry {

        final IBeacon beacon;
        private double sum;
        private int count;

        private Entry(IBeacon beacon) {
            this.beacon = beacon;
        }

        /** In metres, of the mean strength. */
        double distance() {
            return beacon.distance(sum / count);
        }
    }

    private List<Entry> entries = new ArrayList<>();

    /** @param strength in dBm */
    void add(IBeacon beacon, int strength) {
        if (strength == NOT_MEASURED) return;
        Entry entry = entryOf(beacon);
        entry.sum += strength;
        entry.count += 1;
    }

    private Entry entryOf(IBeacon beacon) {
        for (Entry entry : entries) {
            if (entry.beacon.isSame(beacon)) return entry;
        }
        Entry entry = new Entry(beacon);
        entries.add(entry);
        return entry;
    }

    /** What has been received since the last time, in the order in which each beacon came first. */
    List<Entry> take() {
        List<Entry> taken = entries;
        entries = new ArrayList<>();
        return taken;
    }
}
