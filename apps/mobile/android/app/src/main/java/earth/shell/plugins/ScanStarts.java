package earth.shell.plugins;

import java.util.ArrayDeque;

/**
 * The last starts of Bluetooth scans. Android gives nothing, without an error, to an app that starts more than five within 30 s. Not safe
 * to use from several threads.
 */
final class ScanStarts {

    private static final long WINDOW_MS = 30_000;
    /** One less than Android allows, because it counts on a clock of its own. */
    private static final int MOST = 4;

    /** The earliest first. */
    private final ArrayDeque<Long> times = new ArrayDeque<>();

    /**
     * How long a start has to wait.
     *
     * @param now of a clock that never goes back; all times are in milliseconds
     */
    long delay(long now) {
        while (!times.isEmpty() && now - times.getFirst() >= WINDOW_MS) times.removeFirst();
        return times.size() < MOST ? 0 : times.getFirst() + WINDOW_MS - now;
    }

    void add(long now) {
        times.addLast(now);
    }
}
