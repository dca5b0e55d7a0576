/** A camera whose photographs are larger than its video, like a phone's; the browser's fake cameras have none. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** The camera's photograph, once it is rendered. */
    testPhotograph: Promise<Blob>;
  }
}

interface Sensor {
  readonly width: number;
  readonly height: number;
  /** The phone is held upright: its photographs have Exif orientation 6 (Exif 2.3), to be rotated to the right. */
  readonly isTurned: boolean;
}

/** 12 megapixels and about five megabytes: noise that JPEG cannot compress. */
export const SENSOR = { width: 4032, height: 3024, isTurned: false } as const;
export const TURNED_SENSOR = { width: 2016, height: 1512, isTurned: true } as const;

/** Runs in the page before its own code. */
function installSensor({ width, height, isTurned }: Sensor) {
  /** Adds an APP1 segment with the orientation tag after the first marker. */
  function turned(jpeg: Blob): Blob {
    const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
    const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
    const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
    const segment = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
    return new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: jpeg.type });
  }

  async function makePhotograph(): Promise<Blob> {
    const grain = new ImageData(width / 4, height / 4);
    for (let from = 0; from < grain.data.length; from += 65_536)
      crypto.getRandomValues(grain.data.subarray(from, from + 65_536));
    const [small, large] = [new OffscreenCanvas(width / 4, height / 4), new OffscreenCanvas(width, height)];
    small.getContext('2d')?.putImageData(grain, 0, 0);
    const context = large.getContext('2d');
    if (!context) throw new Error('No 2D canvas context');
    context.fillStyle = '#2f6fa8';
    context.fillRect(0, 0, width, height);
    context.drawImage(small, 0, 0, width, height);
    // Marks the upper left corner.
    context.fillStyle = '#e02020';
    context.fillRect(0, 0, width / 5, height / 5);
    const photograph = await large.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return isTurned ? turned(photograph) : photograph;
  }
  window.testPhotograph = makePhotograph();
  ImageCapture.prototype.getPhotoCapabilities = async () => ({
    imageWidth: { min: 96, max: width, step: 1 },
    imageHeight: { min: 96, max: height, step: 1 },
  });
  ImageCapture.prototype.takePhoto = () => window.testPhotograph;
}

/** Must be called before the page is opened. */
export const giveSensor = (page: Page, sensor: Sensor = SENSOR) => page.addInitScript(installSensor, sensor);

declare global {
  interface Window {
    /** The constraints for light and zoom that the camera received, in order. */
    testAdjustments: unknown[];
  }
}

/** Runs in the page before its own code. */
function installExtras() {
  window.testAdjustments = [];
  const { getCapabilities, applyConstraints } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getCapabilities = function () {
    const capabilities = getCapabilities.call(this);
    return this.kind === 'video' ? { ...capabilities, torch: true, zoom: { min: 1, max: 8, step: 0.5 } } : capabilities;
  };
  MediaStreamTrack.prototype.applyConstraints = async function (constraints) {
    const { advanced, ...rest } = constraints ?? {};
    if (advanced) window.testAdjustments.push(...advanced);
    await applyConstraints.call(this, rest);
  };
}

/** A camera with light and zoom. Must be called before the page is opened. */
export const giveLightAndZoom = (page: Page) => page.addInitScript(installExtras);
