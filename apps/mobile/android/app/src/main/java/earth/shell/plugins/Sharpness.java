package earth.shell.plugins;

/**
 * How sharp a picture is: the variance of the Laplacian with 4 neighbours of its luma (ITU-R BT.601), with the integer arithmetic of
 * `packages/vision/src/recognition/sharpness.ts`. It takes the picture row by row, so that a large one is in memory only once.
 */
final class Sharpness {

    private final int width;
    /** The luma of the last row, of the one above it, and of the one above that. */
    private int[] last;
    private int[] above;
    private int[] top;

    private int rows;
    private long sum;
    private double squares;

    Sharpness(int width) {
        this.width = width;
        last = new int[width];
        above = new int[width];
        top = new int[width];
    }

    /**
     * Adds the next row.
     *
     * @param pixels as `Bitmap.getPixels` gives them: red in bits 16 to 23, green in 8 to 15, blue in 0 to 7
     * @param offset of the row's first pixel
     */
    void addRow(int[] pixels, int offset) {
        int[] row = top;
        top = above;
        above = last;
        last = row;
        for (int x = 0; x < width; x += 1) row[x] = luma(pixels[offset + x]);
        rows += 1;
        if (rows >= 3) addLaplacian();
    }

    /** The variance over all pixels that have 4 neighbours; 0 if there are none. */
    double variance() {
        if (width < 3 || rows < 3) return 0;
        double count = (width - 2.0) * (rows - 2.0);
        double mean = sum / count;
        return squares / count - mean * mean;
    }

    private void addLaplacian() {
        for (int x = 1; x < width - 1; x += 1) {
            int value = top[x] + above[x - 1] + above[x + 1] + last[x] - 4 * above[x];
            sum += value;
            squares += value * value;
        }
    }

    private static int luma(int pixel) {
        int red = (pixel >> 16) & 0xff;
        int green = (pixel >> 8) & 0xff;
        int blue = pixel & 0xff;
        return (77 * red + 150 * green + 29 * blue + 128) >> 8;
    }
}
