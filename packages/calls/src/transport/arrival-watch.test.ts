import { expect, test } from 'vitest';
import { createArrivalWatch, EVERYTHING, type Expected, expectedOf, readArrivals } from './arrival-watch';

const none = { ...EVERYTHING, audio: false, video: false };
const noSound = { soundPackets: 0, soundPlayed: 0, soundTaken: 0 };

type Sample = readonly [bytes: number, pictureBytes: number, picturesDecoded: number];

/** The state after samples of a participant who sends. */
function after(samples: readonly (Sample | null)[], expected: Expected | null = EVERYTHING) {
  const watch = createArrivalWatch();
  for (const sample of samples) {
    const [bytes = 0, pictureBytes = 0, picturesDecoded = 0] = sample ?? [];
    const sound = { soundPackets: bytes, soundPlayed: bytes, soundTaken: bytes };
    watch.add(sample && { bytes, pictureBytes, picturesDecoded, ...sound }, expected);
  }
  return watch.state();
}

const same = (sample: Sample, times: number) => Array.from({ length: times }, () => sample);
const rising = (times: number, decoded: (at: number) => number) =>
  Array.from({ length: times }, (_, at): Sample => [at * 100, at * 90, decoded(at)]);

test('decoded pictures are fine', () => {
  expect(after(rising(10, (at) => at))).toBe('fine');
});

test('nothing for three seconds of somebody who sends is silence, until something arrives', () => {
  expect(after(same([100, 90, 5], 3))).toBe('fine');
  expect(after(same([100, 90, 5], 4))).toBe('silent');
  expect(after([...same([100, 90, 5], 4), [200, 90, 5]])).toBe('fine');
});

test('nothing of somebody who sends nothing is fine, or of whom nothing is known', () => {
  for (const expected of [none, null]) expect(after(same([100, 90, 5], 10), expected)).toBe('fine');
});

test('pictures of which none is decoded for three seconds cannot be decrypted', () => {
  expect(after(rising(4, () => 5))).toBe('undecryptable');
  expect(after([...rising(4, () => 5), [500, 400, 6]])).toBe('fine');
});

test('sound alone proves nothing about pictures', () => {
  expect(after([...rising(4, () => 5), [500, 270, 5], [600, 270, 5]])).toBe('undecryptable');
});

test('other tracks are counted from their beginning', () => {
  expect(after([...rising(4, () => 5), [10, 5, 0]])).toBe('fine');
  expect(after([...rising(4, () => 5), null])).toBe('fine');
});

/** @param isPlaying the page takes sound to play, decoded or made up */
function hear(isPlaying: boolean) {
  const watch = createArrivalWatch();
  let soundTaken = 0;
  const add = (soundPackets: number, soundPlayed: number) => {
    soundTaken += isPlaying ? 48_000 : 0;
    const sound = { soundPackets, soundPlayed, soundTaken };
    watch.add({ bytes: 90 * soundPackets, pictureBytes: 0, picturesDecoded: 0, ...sound }, EVERYTHING);
  };
  return { watch, add };
}

test('sound that is not decoded for three seconds cannot be decrypted, and silence is none of it', () => {
  const { watch, add } = hear(true);
  for (const packets of [0, 50, 100]) add(packets, 0);
  expect(watch.state()).toBe('fine');
  add(150, 0);
  expect(watch.state()).toBe('undecryptable');
  add(200, 960);
  expect(watch.state()).toBe('fine');
});

test('sound that the browser does not let the page play yet is not decoded either, and is fine', () => {
  const { watch, add } = hear(false);
  for (const packets of [0, 50, 100, 150, 200, 250]) add(packets, 0);
  expect(watch.state()).toBe('fine');
});

test('a screen, or a picture that is reduced to still ones, may stand still; somebody who speaks may not be silent', () => {
  const media = { type: 'media', audio: false, video: true } as const;
  const still = same([100, 90, 5], 10);
  expect(after(still, expectedOf(media, true, 'full'))).toBe('silent');
  expect(after(still, expectedOf({ ...media, screen: true }, true, 'full'))).toBe('fine');
  expect(after(still, expectedOf(media, true, 'still'))).toBe('fine');
  expect(after(still, expectedOf(media, false, 'full')), 'pictures that are not wanted').toBe('fine');
  expect(after(still, expectedOf({ ...media, audio: true, screen: true }, true, 'full'))).toBe('silent');
});

test('the streams of a participant are summed, and a browser that does not count what it plays is believed', () => {
  const video = { type: 'inbound-rtp', kind: 'video', bytesReceived: 900, framesDecoded: 7 };
  const audio = { type: 'inbound-rtp', kind: 'audio', bytesReceived: 80, packetsReceived: 4 };
  const counted = { ...audio, jitterBufferEmittedCount: 960, totalSamplesReceived: 48_000 };
  const read = (...stats: object[]) => readArrivals(stats as RTCStats[]);
  expect(read({ type: 'candidate-pair', bytesReceived: 5 })).toBeNull();
  expect(read(video, audio)).toEqual({
    bytes: 980,
    pictureBytes: 900,
    picturesDecoded: 7,
    soundPackets: 4,
    soundPlayed: 4,
    soundTaken: 4,
  });
  expect(read(counted)).toMatchObject({ soundPackets: 4, soundPlayed: 960, soundTaken: 48_000 });
});

test('what cannot be decoded for six seconds lasts, until something is decoded', () => {
  const watch = createArrivalWatch();
  const add = (bytes: number, picturesDecoded: number) =>
    watch.add({ bytes, pictureBytes: bytes, picturesDecoded, ...noSound }, EVERYTHING);
  for (const bytes of [0, 100, 200, 300, 400, 500]) add(bytes, 7);
  expect(watch.isLasting()).toBe(false);
  add(600, 7);
  expect(watch.isLasting()).toBe(true);
  add(700, 8);
  expect(watch.isLasting()).toBe(false);
});

test('pictures that could not be decrypted do not count once their sender has switched them off', () => {
  const watch = createArrivalWatch();
  const add = (bytes: number, expected: Expected | null) =>
    watch.add({ bytes, pictureBytes: bytes, picturesDecoded: 0, ...noSound }, expected);
  for (const bytes of [0, 100, 200, 300]) add(bytes, null);
  expect(watch.state()).toBe('undecryptable');
  add(300, { ...EVERYTHING, video: false });
  expect(watch.state()).toBe('fine');
});
