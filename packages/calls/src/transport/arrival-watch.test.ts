import { expect, test } from 'vitest';
import { createArrivalWatch, type Sends } from './arrival-watch';

const both = { audio: true, video: true };
const none = { audio: false, video: false };

type Sample = readonly [bytes: number, pictureBytes: number, picturesDecoded: number];

/** The state after samples of a participant who sends. */
function after(samples: readonly (Sample | null)[], sends: Sends | null = both) {
  const watch = createArrivalWatch();
  for (const sample of samples) {
    const [bytes = 0, pictureBytes = 0, picturesDecoded = 0] = sample ?? [];
    const sound = { soundPackets: bytes, soundPlayed: bytes };
    watch.add(sample && { bytes, pictureBytes, picturesDecoded, ...sound }, sends);
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
  for (const sends of [none, null]) expect(after(same([100, 90, 5], 10), sends)).toBe('fine');
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

test('sound that is not decoded for three seconds cannot be decrypted, and silence is none of it', () => {
  const watch = createArrivalWatch();
  const add = (soundPackets: number, soundPlayed: number) =>
    watch.add({ bytes: 90 * soundPackets, pictureBytes: 0, picturesDecoded: 0, soundPackets, soundPlayed }, both);
  for (const packets of [0, 50, 100]) add(packets, 0);
  expect(watch.state()).toBe('fine');
  add(150, 0);
  expect(watch.state()).toBe('undecryptable');
  add(200, 960);
  expect(watch.state()).toBe('fine');
});

test('what cannot be decoded for six seconds lasts, until something is decoded', () => {
  const watch = createArrivalWatch();
  const add = (bytes: number, picturesDecoded: number) =>
    watch.add({ bytes, pictureBytes: bytes, picturesDecoded, soundPackets: 0, soundPlayed: 0 }, both);
  for (const bytes of [0, 100, 200, 300, 400, 500]) add(bytes, 7);
  expect(watch.isLasting()).toBe(false);
  add(600, 7);
  expect(watch.isLasting()).toBe(true);
  add(700, 8);
  expect(watch.isLasting()).toBe(false);
});

test('pictures that could not be decrypted do not count once their sender has switched them off', () => {
  const watch = createArrivalWatch();
  const add = (bytes: number, sends: Sends | null) =>
    watch.add({ bytes, pictureBytes: bytes, picturesDecoded: 0, soundPackets: 0, soundPlayed: 0 }, sends);
  for (const bytes of [0, 100, 200, 300]) add(bytes, null);
  expect(watch.state()).toBe('undecryptable');
  add(300, { audio: true, video: false });
  expect(watch.state()).toBe('fine');
});
