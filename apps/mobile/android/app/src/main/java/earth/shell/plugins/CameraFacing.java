package earth.shell.plugins;

import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraManager;

/** The direction of a camera, as the page names it. */
enum CameraFacing {
    USER("user", CameraCharacteristics.LENS_FACING_FRONT),
    ENVIRONMENT("environment", CameraCharacteristics.LENS_FACING_BACK);

    private final String pageName;
    private final int lensFacing;

    CameraFacing(String pageName, int lensFacing) {
        this.pageName = pageName;
        this.lensFacing = lensFacing;
    }

    /** The direction that the page calls so; null if there is none. */
    static CameraFacing named(String name) {
        for (CameraFacing facing : values()) {
            if (facing.pageName.equals(name)) return facing;
        }
        return null;
    }

    /** Whether the device has a camera of this direction. */
    boolean isPresent(CameraManager cameras) throws CameraAccessException {
        for (String id : cameras.getCameraIdList()) {
            Integer facing = cameras.getCameraCharacteristics(id).get(CameraCharacteristics.LENS_FACING);
            if (facing != null && facing == lensFacing) return true;
        }
        return false;
    }
}
