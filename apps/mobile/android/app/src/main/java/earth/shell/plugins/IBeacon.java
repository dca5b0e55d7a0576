package earth.shell.plugins;

import java.util.Locale;

/** What an iBeacon sends (Apple's «Proximity Beacon Specification»). */
final class IBeacon {

    /** Apple's number in the manufacturer data of Bluetooth, in which an iBeacon is. */
    static final int COMPANY = 0x004C;
    /** With which the data begin: their type, and the length of what follows. */
    static final byte[] PREFIX = { 0x02, 0x15 };

    private static final int LENGTH = 23;

    /** In lower case, with hyphens. */
    final String uuid;
    final int major;
    final int minor;
    /** The strength at one metre, in dBm. */
    final int power;

    private IBeacon(String uuid, int major, int minor, int power) {
        this.uuid = uuid;
        this.major = major;
        this.minor = minor;
        this.power = power;
    }

    /** @param data the manufacturer data after the company's number. Returns null if they are of something else. */
    static IBeacon read(byte[] data) {
        if (data == null || data.length < LENGTH || data[0] != PREFIX[0] || data[1] != PREFIX[1]) return null;
        StringBuilder uuid = new StringBuilder();
        for (int at = 2; at < 18; at += 1) {
            if (at == 6 || at == 8 || at == 10 || at == 12) uuid.append('-');
            uuid.append(String.format(Locale.ROOT, "%02x", data[at] & 0xFF));
        }
        return new IBeacon(uuid.toString(), shortAt(data, 18), shortAt(data, 20), data[22]);
    }

    private static int shortAt(byte[] data, int at) {
        return ((data[at] & 0xFF) << 8) | (data[at + 1] & 0xFF);
    }

    boolean isSame(IBeacon other) {
        return major == other.major && minor == other.minor && uuid.equals(other.uuid);
    }

    /**
     * An estimate in metres, by the log-distance path loss model with the exponent 2 of free space. People and walls make it larger.
     *
     * @param strength as received, in dBm
     */
    double distance(double strength) {
        return Math.pow(10, (power - strength) / 20);
    }
}
