/** A camera that photographs larger than it films, as a phone's does; the made-up cameras of the browser do not. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** The photograph that the camera takes, once it is made. */
    testPhotograph: Promise<Blob>;
  }
}

/** 12 megapixels, and about five megabytes: grain that no JPEG can compress away. */
export const SENSOR = { width: 4032, height: 3024 } as const;

/** Runs in the page before its own code. */
function installSensor({ width, height }: typeof SENSOR) {
  async function makePhotograph(): Promise<Blob> {
    const grain = new ImageData(width / 4, height / 4);
    for (let from = 0; from < grain.data.length; from += 65_536)
      crypto.getRandomValues(grain.data.subarray(from, from + 65_536));
    const [small, large] = [new OffscreenCanvas(width / 4, height / 4), new OffscreenCanvas(width, height)];
    small.getContext('2d')?.putImageData(grain, 0, 0);
    const context = large.getContext('2d');
    if (!context) throw new Error('A photograph cannot be made here');
    context.fillStyle = '#2f6fa8';
    context.fillRect(0, 0, width, height);
    context.drawImage(small, 0, 0, width, height);
    return large.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  }
  window.testPhotograph = makePhotograph();
  ImageCapture.prototype.getPhotoCapabilities = async () => ({
    imageWidth: { min: 96, max: width, step: 1 },
    imageHeight: { min: 96, max: height, step: 1 },
  });
  ImageCapture.prototype.takePhoto = () => window.testPhotograph;
}

/** Before the page is opened. */
export const giveSensor = (page: Page) => page.addInitScript(installSensor, SENSOR);

declare global {
  interface Window {
    /** What the camera was told of its light and its zoom, one after the other. */
    testAdjustments: unknown[];
  }
}

/** Runs in the page before its own code. */
function installExtras() {
  window.testAdjustments = [];
  const { getCapabilities, applyConstraints } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getCapabilities = function () {
    const told = getCapabilities.call(this);
    return this.kind === 'video' ? { ...told, torch: true, zoom: { min: 1, max: 8, step: 0.5 } } : told;
  };
  MediaStreamTrack.prototype.applyConstraints = async function (constraints) {
    const { advanced, ...rest } = constraints ?? {};
    if (advanced) window.testAdjustments.push(...advanced);
    await applyConstraints.call(this, rest);
  };
}

/** A camera with a light and a zoom. Before the page is opened. */
export const giveLightAndZoom = (page: Page) => page.addInitScript(installExtras);
