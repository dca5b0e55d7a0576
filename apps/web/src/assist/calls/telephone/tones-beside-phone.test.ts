import type { Tone } from '@earth/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logLines } from '../../../platform/app-log';
import { PluginError } from '../../../platform/native/shell';
import { createTonesBesidePhone, PHONE_RINGS_WITHIN_MS } from './tones-beside-phone';

/** What the page plays; null: nothing. */
let playing: Tone | null;
const own = {
  play: (tone: Tone) => void (playing = tone),
  stop: () => void (playing = null),
};

/** The phone's answer to the next ring. */
function createPhone() {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const ring = vi.fn<() => Promise<void>>(
    () =>
      new Promise<void>((yes, no) => {
        resolve = yes;
        reject = no;
      }),
  );
  return { ring, rings: () => resolve(), fails: () => reject(new PluginError('Telephone', 'no notifications')) };
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  playing = null;
});
afterEach(() => vi.useRealTimers());

test('A4.13: the phone rings, and the page is silent', async () => {
  const phone = createPhone();
  const tones = createTonesBesidePhone(own, phone.ring);
  tones.play('ring');
  await after(0);
  phone.rings();
  await after(10 * PHONE_RINGS_WITHIN_MS);
  expect([phone.ring.mock.calls.length, playing]).toEqual([1, null]);
});

test('a phone that cannot ring leaves it to the page, and the log says why', async () => {
  const phone = createPhone();
  const tones = createTonesBesidePhone(own, phone.ring);
  tones.play('ring');
  await after(0);
  phone.fails();
  await after(0);
  expect(playing).toBe('ring');
  expect(logLines().at(-1)?.words).toBe('PluginError: Telephone: no notifications');
  tones.stop();
  expect(playing).toBeNull();
});

test('a phone that is silent leaves it to the page after two seconds; it never rings twice', async () => {
  const phone = createPhone();
  const tones = createTonesBesidePhone(own, phone.ring);
  tones.play('ring');
  await after(PHONE_RINGS_WITHIN_MS - 1);
  expect(playing).toBeNull();
  await after(1);
  expect(playing).toBe('ring');
  phone.rings();
  await after(0);
  expect(playing).toBeNull();
});

test('a ring that has ended is not played late', async () => {
  const phone = createPhone();
  const tones = createTonesBesidePhone(own, phone.ring);
  tones.play('ring');
  await after(0);
  tones.stop();
  phone.fails();
  await after(10 * PHONE_RINGS_WITHIN_MS);
  expect(playing).toBeNull();
});

test('all other tones are the page’s, and a late answer of the phone does not stop them', async () => {
  const phone = createPhone();
  const tones = createTonesBesidePhone(own, phone.ring);
  tones.play('ring');
  await after(0);
  tones.play('busy');
  phone.rings();
  await after(10 * PHONE_RINGS_WITHIN_MS);
  expect([phone.ring.mock.calls.length, playing]).toEqual([1, 'busy']);
});
