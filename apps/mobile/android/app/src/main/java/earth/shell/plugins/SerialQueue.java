package earth.shell.plugins;

import java.util.ArrayDeque;
import java.util.Deque;

/** Serial queue: one thing is under way at a time, the others wait in their order. Safe to use from several threads. */
final class SerialQueue<T> {

    private final Deque<T> waiting = new ArrayDeque<>();
    private boolean isBusy;

    /** Returns whether the caller has to begin this now; if not, it waits until a `next` returns it. */
    synchronized boolean add(T item) {
        if (isBusy) {
            waiting.add(item);
            return false;
        }
        isBusy = true;
        return true;
    }

    /** What is under way has ended. Returns what the caller has to begin now; null if nothing waits. */
    synchronized T next() {
        T item = waiting.poll();
        isBusy = item != null;
        return item;
    }

    /** Drops what waits. What is under way goes on. */
    synchronized void clear() {
        waiting.clear();
    }
}
