import { type Browser, chromium, expect, test } from '@playwright/test';
import { filmFlags, makeFilm } from './film';
import { decodeCells } from './film-code';
import { launchOptions } from './world/browser';
import { expectFilm, readFrameNumber } from './world/media';

const PERSON = 5;
let browser: Browser;

test.beforeAll(async () => {
  browser = await chromium.launch(launchOptions(filmFlags(await makeFilm(PERSON))));
});
test.afterAll(() => browser.close());

/** An empty page with camera permission. */
async function openPage() {
  const page = await browser.newPage({ permissions: ['camera'] });
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<video muted autoplay></video><img alt="">' }),
  );
  await page.goto('http://localhost/');
  return page;
}

test('a camera shows the film, frame after frame, with the code of its person', async () => {
  const page = await openPage();
  await page.evaluate(async () => {
    const video = document.querySelector('video');
    if (video) video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
  });
  await expectFilm(page.locator('video'), PERSON);
});

for (const [shape, video] of [
  ['upright', { width: 480, height: 640 }],
  ['wide', { width: 1280, height: 720 }],
] as const)
  test(`a camera cropped to ${shape} can still be read`, async () => {
    const page = await openPage();
    await page.evaluate(async (constraints) => {
      const element = document.querySelector('video');
      if (element) element.srcObject = await navigator.mediaDevices.getUserMedia({ video: constraints });
    }, video);
    await expectFilm(page.locator('video'), PERSON);
  });

test('the code survives the encoder and scaling to a quarter', async () => {
  const page = await openPage();
  await page.evaluate(async () => {
    const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()];
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    const track = stream.getVideoTracks()[0];
    const video = document.querySelector('video');
    if (track === undefined || video === null) throw new Error('No camera');
    from.addTransceiver(track, { sendEncodings: [{ scaleResolutionDownBy: 4 }] });
    from.onicecandidate = ({ candidate }) => to.addIceCandidate(candidate ?? undefined);
    to.onicecandidate = ({ candidate }) => from.addIceCandidate(candidate ?? undefined);
    to.ontrack = (event) => {
      video.srcObject = new MediaStream([event.track]);
    };
    await from.setLocalDescription();
    await to.setRemoteDescription(from.localDescription ?? { type: 'offer' });
    await to.setLocalDescription();
    await from.setRemoteDescription(to.localDescription ?? { type: 'answer' });
  });
  const video = page.locator('video');
  await expectFilm(video, PERSON);
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
});

test('a snapshot of the film has the code of its frame', async () => {
  const page = await openPage();
  await page.evaluate(async () => {
    const [video, image] = [document.querySelector('video'), document.querySelector('img')];
    if (video === null || image === null) throw new Error('No page');
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
    await video.play();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    image.src = canvas.toDataURL('image/jpeg', 0.8);
  });
  const image = page.locator('img');
  await expect.poll(() => readFrameNumber(image)).toMatchObject({ person: PERSON });
});

test('decodes no code from other pictures', async () => {
  const page = await openPage();
  expect(await readFrameNumber(page.locator('video'))).toBeNull();
  expect(decodeCells(Array.from({ length: 24 }, () => 128))).toBeNull();
  expect(decodeCells(Array.from({ length: 24 }, (_, index) => (index % 3 === 0 ? 240 : 16)))).toBeNull();
});
