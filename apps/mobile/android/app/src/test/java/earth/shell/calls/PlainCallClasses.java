package earth.shell.calls;

import java.util.List;

/**
 * Runs the classes of calls that need neither Android nor Capacitor, for `scripts/mobile/java-classes.test.ts`. The first argument is the
 * class; it prints one line for each result.
 */
public final class PlainCallClasses {

    private PlainCallClasses() {}

    public static void main(String[] args) {
        switch (args[0]) {
            case "WireDate":
                System.out.println(WireDate.parse(args[1]));
                break;
            case "CallTable":
                follow(args);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    /** Each further argument is a step: its second, its name, the call, and for rings when they end: `0 push a 30`. */
    private static void follow(String[] args) {
        CallTable table = new CallTable();
        for (int at = 1; at < args.length; at += 1) {
            String[] step = args[at].split(" ");
            long now = 1000L * Long.parseLong(step[0]);
            String id = step.length > 2 ? step[2] : "";
            long until = step.length > 3 ? 1000L * Long.parseLong(step[3]) : 0;
            Object result = apply(table, step[1], id, until, now);
            String current = table.current();
            System.out.println(result + (current == null ? "" : " " + current + " " + table.stateOf(current)));
        }
    }

    private static Object apply(CallTable table, String step, String id, long until, long now) {
        switch (step) {
            case "push":
                return table.ringByPush(id, id, until, now);
            case "ring":
                return table.ring(id, id, until, now + 30_000);
            case "endedPush":
                return table.endedByPush(id);
            case "handledPush":
                return table.handledByPush(id, now);
            case "answer":
                return table.answer(id, now);
            case "hangUp":
                return table.hangUp(id);
            case "connect":
                return table.connect(id, id);
            case "end":
                return table.end(id, false, now);
            case "endByUser":
                return table.end(id, true, now);
            case "isMissed":
                return !table.isHandled(id);
            case "pageGone":
                table.handlePageGone(now);
                return table.nextEnd() / 1000;
            case "expire":
                List<String> over = table.expire(now);
                return over.isEmpty() ? "none" : String.join(",", over);
            default:
                throw new IllegalArgumentException(step);
        }
    }
}
