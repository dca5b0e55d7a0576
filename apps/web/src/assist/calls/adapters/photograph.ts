import { jpegOf } from './jpeg';

/** The browser's API for photographs (W3C MediaStream Image Capture, 3). */
export type PhotoCamera = Pick<ImageCapture, 'getPhotoCapabilities' | 'takePhoto'>;

export interface PhotographPorts {
  /** Null if the browser has none (Safari, Firefox). */
  readonly cameraOf: (track: MediaStreamTrack) => PhotoCamera | null;
  /** Converts a picture of another type to JPEG. */
  readonly toJpeg: (picture: Blob) => Promise<Blob>;
}

const JPEG = 'image/jpeg';

/**
 * A photograph at the full size of the sensor behind a track, as the camera made it. Its orientation is in its metadata, which
 * every browser applies. Null if it would not be larger than a frame, or if the track is not from a camera.
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

/** With this browser's API. */
export const photograph = createPhotograph({
  cameraOf: (track) => ('ImageCapture' in window ? new ImageCapture(track) : null),
  toJpeg: redraw,
});
