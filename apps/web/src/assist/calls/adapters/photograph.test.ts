import { expect, test } from 'vitest';
import { createPhotograph, type PhotoCamera } from './photograph';

const sensor = { imageWidth: { max: 4032 }, imageHeight: { max: 3024 } };
const trackOf = (settings: MediaTrackSettings) => ({ getSettings: () => settings }) as unknown as MediaStreamTrack;
const film = trackOf({ width: 1280, height: 720 });

function createScene(capabilities: Awaited<ReturnType<PhotoCamera['getPhotoCapabilities']>>, type = 'image/jpeg') {
  const asked: unknown[] = [];
  const camera: PhotoCamera = {
    getPhotoCapabilities: async () => capabilities,
    async takePhoto(settings) {
      asked.push(settings);
      return new Blob(['photo'], { type });
    },
  };
  const photograph = createPhotograph({
    cameraOf: () => camera,
    toJpeg: async () => new Blob(['made a JPEG'], { type: 'image/jpeg' }),
  });
  return { photograph, asked };
}

test('a photograph is taken at the full size of the sensor', async () => {
  const { photograph, asked } = createScene(sensor);
  expect(await (await photograph(film))?.text()).toBe('photo');
  expect(asked).toEqual([{ imageWidth: 4032, imageHeight: 3024 }]);
});

test('a picture of another type is converted to JPEG', async () => {
  const { photograph } = createScene(sensor, 'image/png');
  expect(await (await photograph(film))?.text()).toBe('made a JPEG');
});

test.each([
  ['is no larger than a frame', { imageWidth: { max: 1280 }, imageHeight: { max: 720 } }, film],
  ['has sizes that nobody knows', {}, film],
  ['is a screen', sensor, trackOf({ width: 1280, height: 720, displaySurface: 'monitor' })],
])('no photograph from a track that %s', async (_, capabilities, track) => {
  const { photograph, asked } = createScene(capabilities);
  expect(await photograph(track)).toBeNull();
  expect(asked).toEqual([]);
});

test('null in a browser without the API', async () => {
  const photograph = createPhotograph({ cameraOf: () => null, toJpeg: async (picture) => picture });
  expect(await photograph(film)).toBeNull();
});
