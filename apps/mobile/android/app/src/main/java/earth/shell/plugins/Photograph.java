package earth.shell.plugins;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;

/** Opens a photograph, and measures how sharp it is. */
final class Photograph {

    /** 64 megapixels, which are 256 MB when they are open. */
    private static final int MAX_PIXELS = 64 * 1024 * 1024;
    private static final int ROWS_AT_ONCE = 64;

    private Photograph() {}

    /**
     * At the picture's own size, because the measure depends on it.
     *
     * @param file what the file contains
     * @return see `Sharpness`; negative if the file is not a picture, or too large a one to be opened
     * @throws OutOfMemoryError if there is not enough memory for it now
     */
    static double sharpnessOf(byte[] file) {
        if (!canBeOpened(file)) return -1;
        BitmapFactory.Options options = new BitmapFactory.Options();
        options.inPreferredConfig = Bitmap.Config.ARGB_8888;
        Bitmap picture = BitmapFactory.decodeByteArray(file, 0, file.length, options);
        if (picture == null) return -1;
        try {
            return sharpnessOf(picture);
        } finally {
            picture.recycle();
        }
    }

    /** Reads the size before anything is decoded. */
    private static boolean canBeOpened(byte[] file) {
        BitmapFactory.Options options = new BitmapFactory.Options();
        options.inJustDecodeBounds = true;
        BitmapFactory.decodeByteArray(file, 0, file.length, options);
        boolean isPicture = options.outWidth > 0 && options.outHeight > 0;
        return isPicture && (long) options.outWidth * options.outHeight <= MAX_PIXELS;
    }

    private static double sharpnessOf(Bitmap picture) {
        int width = picture.getWidth();
        int height = picture.getHeight();
        int[] pixels = new int[width * Math.min(ROWS_AT_ONCE, height)];
        Sharpness sharpness = new Sharpness(width);
        for (int y = 0; y < height; y += ROWS_AT_ONCE) {
            int rows = Math.min(ROWS_AT_ONCE, height - y);
            picture.getPixels(pixels, 0, width, 0, y, width, rows);
            for (int row = 0; row < rows; row += 1) sharpness.addRow(pixels, row * width);
        }
        return sharpness.variance();
    }
}
