package earth.shell.calls;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of this phone and what happens to them: decides what a push, the page or the user's own action changes. Knows no Android;
 * `CallTable.swift` is the same for iOS. Times are milliseconds since the epoch. One call at a time rings or runs. Not safe to use from
 * several threads.
 */
final class CallTable {

    /** `ANSWERED`: the page has still to take it over. `ACTIVE`: the page has it. */
    enum State {
        RINGING,
        ANSWERED,
        ACTIVE,
        ENDED,
    }

    /** What a ring means. `KEEP`: it is known, and rings or runs already. `IGNORE`: expired, ended, or another call is there. */
    enum Ring {
        BEGIN,
        KEEP,
        IGNORE,
    }

    /** What the page is told of an action of the user. */
    enum Report {
        NOTHING,
        DECLINED,
        ENDED,
    }

    /** Longest ring: a ring that ends later began after an end that has overtaken its own ring. */
    static final long RING_MAX_MS = 60_000;
    /** How long the page may take to start and to enter the call. */
    static final long PAGE_WAIT_MS = 45_000;
    private static final int ENTRIES_MAX = 50;
    private static final long NEVER = Long.MAX_VALUE;

    private static final class Entry {

        State state;
        String name;
        /** `RingsUntil` of the server: a later one is another ring of the same call. `NEVER`: the call is over. */
        long ringsUntil;
        /** It ended before its ring came: `ringsUntil` is a guess, by which late pushes are dropped. */
        boolean isGuess;
        /** When the state ends by itself. */
        long endsAt = NEVER;
        /** The page that had it is gone. */
        boolean isLeft;
        /** It was answered or declined, here or elsewhere: nobody has missed it. */
        boolean isHandled;
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** The call rings: a push says so. */
    Ring ringByPush(String id, String name, long ringsUntil, long now) {
        Entry entry = entries.get(id);
        boolean isOver = entry != null && entry.state == State.ENDED && ringsUntil <= entry.ringsUntil;
        return ringsUntil <= now || isOver ? Ring.IGNORE : ring(id, name, ringsUntil, ringsUntil);
    }

    /** The call rings: the page says so, and how long it rings on this phone's clock. */
    Ring ring(String id, String name, long ringsUntil, long endsAt) {
        Entry entry = entries.get(id);
        boolean isKnown = entry != null && entry.state != State.ENDED;
        if (isKnown) {
            if (entry.state == State.RINGING && ringsUntil > entry.ringsUntil) {
                entry.ringsUntil = ringsUntil;
                entry.endsAt = endsAt;
            }
            return Ring.KEEP;
        }
        boolean isOver = entry != null && !entry.isGuess && ringsUntil <= entry.ringsUntil;
        if (isOver || current() != null) return Ring.IGNORE;
        put(id, State.RINGING, name, ringsUntil, endsAt);
        return Ring.BEGIN;
    }

    /**
     * `EndedCall`: the call is over, and never rings again. Returns whether it has ended here by that: not if the page has it, which
     * hears of it by itself.
     */
    boolean endedByPush(String id) {
        return endByPush(id, NEVER, true);
    }

    /** `CallHandledByGroup`: somebody else, or another device, has answered. Only what rings ends: an answered call is for the server to decide. */
    boolean handledByPush(String id, long now) {
        boolean isHere = endByPush(id, now + RING_MAX_MS, false);
        entries.get(id).isHandled = true;
        return isHere;
    }

    private boolean endByPush(String id, long ringsUntil, boolean isAnsweredToo) {
        Entry entry = entries.get(id);
        if (entry == null) {
            put(id, State.ENDED, "", ringsUntil, NEVER).isGuess = ringsUntil != NEVER;
            return false;
        }
        if (ringsUntil == NEVER) entry.ringsUntil = NEVER;
        boolean isHere = entry.state == State.RINGING || (isAnsweredToo && entry.state == State.ANSWERED);
        if (isHere) entry.state = State.ENDED;
        return isHere;
    }

    /** The user answers on the phone's own screen. Returns false if it does not ring. */
    boolean answer(String id, long now) {
        Entry entry = entries.get(id);
        if (entry == null || entry.state != State.RINGING) return false;
        entry.state = State.ANSWERED;
        entry.isHandled = true;
        entry.endsAt = now + PAGE_WAIT_MS;
        return true;
    }

    /** The user declines or hangs up on the phone's own screen. */
    Report hangUp(String id) {
        Entry entry = entries.get(id);
        if (entry == null || entry.state == State.ENDED) return Report.NOTHING;
        Report report = entry.state == State.RINGING ? Report.DECLINED : Report.ENDED;
        entry.state = State.ENDED;
        entry.isHandled = true;
        return report;
    }

    /**
     * The page calls somebody, or is in the call. Returns the id by which the phone has had the call until now; null: it is new. That is another
     * id if a page that is gone has left a call: a call that the user makes has an id of the page first, which the next page does not know.
     */
    String connect(String id, String name) {
        Entry entry = entries.get(id);
        boolean isKnown = entry != null && entry.state != State.ENDED;
        String former = isKnown ? id : takeLeft();
        if (!isKnown) entry = put(id, State.ACTIVE, name, entry == null ? 0 : entry.ringsUntil, NEVER);
        entry.state = State.ACTIVE;
        entry.endsAt = NEVER;
        entry.isLeft = false;
        entry.isHandled = true;
        return former;
    }

    /** Ends the call whose page is gone, and returns its id; null: there is none. */
    private String takeLeft() {
        String id = current();
        if (id == null || !entries.get(id).isLeft) return null;
        entries.get(id).state = State.ENDED;
        return id;
    }

    /**
     * The page says that the call is over here; the same ring does not come back by a late push. Returns whether it was there.
     *
     * @param isByUser the user has declined it or hung up
     */
    boolean end(String id, boolean isByUser, long now) {
        Entry entry = entries.get(id);
        boolean isHere = entry != null && entry.state != State.ENDED;
        if (entry == null) {
            entry = put(id, State.ENDED, "", now + RING_MAX_MS, NEVER);
            entry.isGuess = true;
        }
        entry.state = State.ENDED;
        entry.isHandled = entry.isHandled || isByUser;
        return isHere;
    }

    /** The page is loaded anew, or is gone: what it had ends, unless the next page takes it over. */
    void handlePageGone(long now) {
        for (Entry entry : entries.values()) {
            if (entry.state != State.ACTIVE) continue;
            entry.state = State.ANSWERED;
            entry.isLeft = true;
            entry.endsAt = now + PAGE_WAIT_MS;
        }
    }

    /** Ends what has lasted too long, and returns its ids. */
    List<String> expire(long now) {
        List<String> over = new ArrayList<>();
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.state == State.ENDED || entry.endsAt > now) continue;
            entry.state = State.ENDED;
            over.add(each.getKey());
        }
        return over;
    }

    /** When `expire` has something to do next; -1: never. */
    long nextEnd() {
        String id = current();
        long endsAt = id == null ? NEVER : entries.get(id).endsAt;
        return endsAt == NEVER ? -1 : endsAt;
    }

    /** The call that rings or runs; null: none. */
    String current() {
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            if (each.getValue().state != State.ENDED) return each.getKey();
        }
        return null;
    }

    State stateOf(String id) {
        Entry entry = entries.get(id);
        return entry == null ? State.ENDED : entry.state;
    }

    /** Whether somebody has answered or declined it; else it is a missed call when it is over. iOS lists those by itself. */
    boolean isHandled(String id) {
        Entry entry = entries.get(id);
        return entry != null && entry.isHandled;
    }

    String nameOf(String id) {
        Entry entry = entries.get(id);
        return entry == null ? "" : entry.name;
    }

    private Entry put(String id, State state, String name, long ringsUntil, long endsAt) {
        Entry entry = new Entry();
        entry.state = state;
        entry.name = name;
        entry.ringsUntil = ringsUntil;
        entry.endsAt = endsAt;
        entries.remove(id);
        entries.put(id, entry);
        Iterator<Entry> oldest = entries.values().iterator();
        while (entries.size() > ENTRIES_MAX && oldest.hasNext()) {
            if (oldest.next().state == State.ENDED) oldest.remove();
        }
        return entry;
    }
}
