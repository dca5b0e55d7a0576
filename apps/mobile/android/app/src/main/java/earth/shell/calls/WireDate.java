package earth.shell.calls;

import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** A date as the server writes it: `2026-11-20T10:00:00.000Z`. `java.time` is missing on Android before 8. */
final class WireDate {

    private static final String FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'";

    private WireDate() {}

    /** Milliseconds since the epoch; 0, which is long ago, if it is no such date. */
    static long parse(String text) {
        SimpleDateFormat format = new SimpleDateFormat(FORMAT, Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        format.setLenient(false);
        ParsePosition position = new ParsePosition(0);
        Date date = text == null ? null : format.parse(text, position);
        return date == null || position.getIndex() != text.length() ? 0 : date.getTime();
    }
}
