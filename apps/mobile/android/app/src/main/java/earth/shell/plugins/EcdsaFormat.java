package earth.shell.plugins;

import java.math.BigInteger;

/** Points and signatures of P-256 as HTTP Message Signatures (RFC 9421) have them. Java has the signature in DER (RFC 3279, 2.2.3). */
final class EcdsaFormat {

    private static final int NUMBER_BYTES = 32;
    private static final byte UNCOMPRESSED = 4;
    private static final byte DER_SEQUENCE = 0x30;
    private static final byte DER_INTEGER = 0x02;

    private EcdsaFormat() {}

    /** The uncompressed point (SEC 1, 2.3.3): 65 bytes. */
    static byte[] point(BigInteger x, BigInteger y) {
        byte[] point = new byte[1 + 2 * NUMBER_BYTES];
        point[0] = UNCOMPRESSED;
        write(x, point, 1);
        write(y, point, 1 + NUMBER_BYTES);
        return point;
    }

    /** Both numbers of a signature, one after the other: 64 bytes. Throws IllegalArgumentException if it is no signature of P-256. */
    static byte[] rawSignature(byte[] der) {
        // Sequence, its length, integer, its length, the first number, integer, its length, the second one. All lengths are below 128.
        if (der.length < 8 || der[0] != DER_SEQUENCE || der[1] != der.length - 2 || der[2] != DER_INTEGER) throw notOfP256();
        int second = 4 + der[3];
        if (der[3] < 1 || second + 2 >= der.length || der[second] != DER_INTEGER) throw notOfP256();
        if (second + 2 + der[second + 1] != der.length) throw notOfP256();
        byte[] raw = new byte[2 * NUMBER_BYTES];
        write(number(der, 4, second), raw, 0);
        write(number(der, second + 2, der.length), raw, NUMBER_BYTES);
        return raw;
    }

    private static BigInteger number(byte[] der, int from, int to) {
        byte[] bytes = new byte[to - from];
        System.arraycopy(der, from, bytes, 0, bytes.length);
        return new BigInteger(1, bytes);
    }

    /** Writes 32 bytes, the highest first. `toByteArray` has a leading zero if the highest bit is set, and leaves other zeros out. */
    private static void write(BigInteger number, byte[] to, int at) {
        if (number.bitLength() > 8 * NUMBER_BYTES) throw notOfP256();
        byte[] bytes = number.toByteArray();
        int length = Math.min(bytes.length, NUMBER_BYTES);
        System.arraycopy(bytes, bytes.length - length, to, at + NUMBER_BYTES - length, length);
    }

    private static IllegalArgumentException notOfP256() {
        return new IllegalArgumentException("Not of P-256");
    }
}
