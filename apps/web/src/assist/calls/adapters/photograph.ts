import { jpegOf } from './jpeg';

/** The browser's way to a camera's stills (W3C MediaStream Image Capture, 3). */
export type PhotoCamera = Pick<ImageCapture, 'getPhotoCapabilities' | 'takePhoto'>;

export interface PhotographPorts {
  /** Null where the browser has none (Safari, Firefox). */
  readonly cameraOf: (track: MediaStreamTrack) => PhotoCamera | null;
  /** Makes a JPEG of a picture of another kind. */
  readonly toJpeg: (picture: Blob) => Promise<Blob>;
}

const JPEG = 'image/jpeg';

/**
 * A photograph at the full size of the sensor behind a track, as the camera made it: which way is up stands in it, and every
 * browser turns it so. Null where it would be no larger than a frame, or where there is no camera behind the track.
 */
export function createPhotograph({ cameraOf, toJpeg }: PhotographPorts) {
  return async (track: MediaStreamTrack): Promise<Blob | null> => {
    const { width = 0, height = 0, displaySurface } = track.getSettings();
    const camera = displaySurface === undefined ? cameraOf(track) : null;
    if (!camera) return null;
    const sizes = await camera.getPhotoCapabilities();
    const [imageWidth, imageHeight] = [sizes.imageWidth?.max ?? 0, sizes.imageHeight?.max ?? 0];
    if (imageWidth * imageHeight <= width * height) return null;
    const photo = await camera.takePhoto({ imageWidth, imageHeight });
    return photo.type === JPEG ? photo : toJpeg(photo);
  };
}

async function redraw(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  try {
    return await jpegOf(bitmap, bitmap);
  } finally {
    bitmap.close();
  }
}

/** By this browser's cameras. */
export const photograph = createPhotograph({
  cameraOf: (track) => ('ImageCapture' in window ? new ImageCapture(track) : null),
  toJpeg: redraw,
});
