package earth.shell.plugins;

import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.util.HexFormat;

/**
 * Runs the classes of the plugins that need neither Android nor Capacitor, for `scripts/mobile/java-classes.test.ts`. The first argument is
 * the class; it prints one line for each result.
 */
public final class PlainClasses {

    private PlainClasses() {}

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        switch (args[0]) {
            case "Sharpness":
                measure();
                break;
            case "PermissionAnswer":
                System.out.println(
                    PermissionAnswer.of(Boolean.parseBoolean(args[1]), Boolean.parseBoolean(args[2]), args[3])
                );
                break;
            case "SerialQueue":
                queue(args);
                break;
            case "EcdsaFormat":
                format(args);
                break;
            case "BeaconTally":
                tally(args);
                break;
            case "StoredKey":
                keep(args);
                break;
            case "BrowserAddress":
                System.out.println(BrowserAddress.isAllowed(args[1]));
                break;
            case "ScanStarts":
                start(args);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    /** Reads the width, the height and the pixels: numbers of 4 bytes, the highest first. */
    private static void measure() throws IOException {
        DataInputStream input = new DataInputStream(System.in);
        int width = input.readInt();
        int height = input.readInt();
        Sharpness sharpness = new Sharpness(width);
        int[] pixels = new int[width * height];
        for (int at = 0; at < pixels.length; at += 1) pixels[at] = input.readInt();
        for (int y = 0; y < height; y += 1) sharpness.addRow(pixels, y * width);
        System.out.println(sharpness.variance());
    }

    /** Each further argument is a signature in DER, or the numbers of a point with a comma between; all in hexadecimal digits. */
    private static void format(String[] args) {
        for (int at = 1; at < args.length; at += 1) {
            String[] numbers = args[at].split(",");
            byte[] bytes;
            try {
                bytes = numbers.length == 2
                    ? EcdsaFormat.point(new BigInteger(numbers[0], 16), new BigInteger(numbers[1], 16))
                    : EcdsaFormat.rawSignature(HexFormat.of().parseHex(numbers[0]));
            } catch (IllegalArgumentException error) {
                System.out.println("refused");
                continue;
            }
            System.out.println(HexFormat.of().formatHex(bytes));
        }
    }

    /** Each further argument is `take`, or manufacturer data in hexadecimal digits with the strength, as `0215…,-59`. */
    private static void tally(String[] args) {
        BeaconTally tally = new BeaconTally();
        for (int at = 1; at < args.length; at += 1) {
            if (args[at].equals("take")) {
                for (BeaconTally.Entry entry : tally.take()) {
                    IBeacon beacon = entry.beacon;
                    System.out.println(beacon.uuid + " " + beacon.major + " " + beacon.minor + " " + entry.distance());
                }
                System.out.println("taken");
                continue;
            }
            String[] parts = args[at].split(",");
            IBeacon beacon = IBeacon.read(HexFormat.of().parseHex(parts[0]));
            if (beacon == null) System.out.println("no beacon");
            else tally.add(beacon, Integer.parseInt(parts[1]));
        }
    }

    /** Each further argument is `make`, `delete`, or `lock`, which stores a key that this key store does not give without a password. */
    private static void keep(String[] args) throws GeneralSecurityException, IOException {
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        for (int at = 1; at < args.length; at += 1) {
            switch (args[at]) {
                case "make":
                    try {
                        StoredKey.makeIfAbsent(store, "key", () -> System.out.println("made"));
                    } catch (UnrecoverableKeyException error) {
                        System.out.println("refused");
                    }
                    break;
                case "delete":
                    store.deleteEntry("key");
                    break;
                default:
                    Certificate[] chain = { new PlainCertificate(pair.getPublic()) };
                    store.setKeyEntry("key", pair.getPrivate(), "password".toCharArray(), chain);
            }
        }
    }

    /** A key store wants one beside a private key. */
    private static final class PlainCertificate extends Certificate {

        private final PublicKey key;

        PlainCertificate(PublicKey key) {
            super("plain");
            this.key = key;
        }

        @Override
        public byte[] getEncoded() {
            return key.getEncoded();
        }

        @Override
        public void verify(PublicKey by) {}

        @Override
        public void verify(PublicKey by, String provider) {}

        @Override
        public String toString() {
            return key.toString();
        }

        @Override
        public PublicKey getPublicKey() {
            return key;
        }
    }

    /** Each further argument is the time at which a scan is wanted, in milliseconds. It is started if it need not wait. */
    private static void start(String[] args) {
        ScanStarts starts = new ScanStarts();
        for (int at = 1; at < args.length; at += 1) {
            long now = Long.parseLong(args[at]);
            long delay = starts.delay(now);
            System.out.println(delay);
            if (delay == 0) starts.add(now);
        }
    }

    /** Each further argument is `next`, `clear`, or something to add. */
    private static void queue(String[] args) {
        SerialQueue<String> queue = new SerialQueue<>();
        for (int at = 1; at < args.length; at += 1) {
            switch (args[at]) {
                case "next":
                    System.out.println(queue.next());
                    break;
                case "clear":
                    queue.clear();
                    break;
                default:
                    System.out.println(queue.add(args[at]) ? "begin " + args[at] : "wait");
            }
        }
    }
}
