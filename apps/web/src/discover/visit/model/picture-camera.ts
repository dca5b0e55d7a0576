/** A camera that stands in front of a picture: for trying a visit without the work. */
import type { CameraWish } from '../../../shared/camera/use-live-camera';

/** The longer side of its frames, as of a device's camera. */
const SIDE = 1280;
/** Of the frame that the picture fills. */
const FILLED = 0.85;
const FRAME_MS = 100;
/** As a wall in even light. */
const WALL = '#808080';

/** The frame as a screen of that size shows it, and the picture in its middle. */
export function placeIn(
  screen: { readonly width: number; readonly height: number },
  picture: { readonly width: number; readonly height: number },
) {
  const scale = SIDE / Math.max(screen.width, screen.height);
  const [width, height] = [Math.round(screen.width * scale), Math.round(screen.height * scale)];
  const share = FILLED * Math.min(width / picture.width, height / picture.height);
  const shown = { width: picture.width * share, height: picture.height * share };
  return { width, height, shown: { ...shown, x: (width - shown.width) / 2, y: (height - shown.height) / 2 } };
}

async function film(url: string): Promise<MediaStream> {
  const picture = new Image();
  // The pages of the mobile shell are of another origin, and may draw only what was requested by CORS.
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  await picture.decode();
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const { width, height, shown } = placeIn({ width: innerWidth, height: innerHeight }, natural);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream();
  const draw = () => {
    if (!context) return;
    context.fillStyle = WALL;
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, shown.x, shown.y, shown.width, shown.height);
  };
  draw();
  // A canvas gives a frame when it is drawn. Who stops a track is not told.
  const timer = setInterval(() => {
    if (stream.active) draw();
    else clearInterval(timer);
  }, FRAME_MS);
  return stream;
}

export const pictureCamera = (url: string): CameraWish => ({
  facing: 'environment',
  readLens: () => null,
  writeLens: () => undefined,
  devices: { getUserMedia: () => film(url), enumerateDevices: async () => [] },
});
