/** What a narrow link does to the senders of both pages, and what both are told. */
import { expect, test } from 'vitest';
import { createWorld, linkTo } from '../../testing/mesh-world';
import { giulia, luca } from '../../testing/people';
import { EXTRA_SAMPLE_EVERY_MS, SAMPLE_EVERY_MS } from './link-health';
import { CALM_SECONDS } from './picture-level';

const SETTLED_MS = 7 * SAMPLE_EVERY_MS;

/** Totals of the received sound, in seconds that were played, and of these that had not arrived. */
const soundStats = (played: number, missing: number, packets = 25 * (played - missing)) => ({
  type: 'inbound-rtp',
  kind: 'audio',
  packetsReceived: packets,
  totalSamplesReceived: 48_000 * played,
  concealedSamples: 48_000 * missing,
});

/** A call that has lasted long enough for its statistics to count. */
async function talk() {
  const world = createWorld();
  const pages = await world.pair();
  await world.pass(SETTLED_MS);
  const estimate = (available: number) => {
    world.net.stats = [{ type: 'candidate-pair', nominated: true, availableOutgoingBitrate: available }];
  };
  const encodingOf = (kind: 'audio' | 'video') =>
    pages.caller.connections[0]
      ?.getTransceivers()
      .find((one) => one.kind === kind)
      ?.sender.getParameters().encodings[0];
  return { ...world, ...pages, estimate, encodingOf };
}

test('sound has priority over the picture from the start, and neither is limited', async () => {
  const { encodingOf } = await talk();
  expect(encodingOf('audio')).toEqual({ priority: 'high', networkPriority: 'high' });
  expect(encodingOf('video')).toEqual({ priority: 'low', networkPriority: 'low', scaleResolutionDownBy: 1 });
});

test('on a link that becomes narrow the picture is reduced in size and rate, then the sound in bitrate', async () => {
  const { encodingOf, estimate, pass } = await talk();
  estimate(150_000);
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 2, maxFramerate: 15 });
  expect(encodingOf('audio')).not.toHaveProperty('maxBitrate');
  estimate(40_000);
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 4, maxFramerate: 1 });
  expect(encodingOf('audio')).toMatchObject({ priority: 'high', maxBitrate: 12_000 });
});

test('reduced pictures have another codec, so that the dropped ones are not sent again; whole ones have the agreed one', async () => {
  const { encodingOf, estimate, pass } = await talk();
  estimate(150_000);
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ codec: { mimeType: 'video/VP9' } });
  estimate(2_000_000);
  await pass((CALM_SECONDS + 1) * SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 1, codec: { mimeType: 'video/VP8' } });
  estimate(150_000);
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ codec: { mimeType: 'video/VP9' } });
});

test('a codec that the browser refuses does not take the limits with it', async () => {
  const { caller, encodingOf, estimate, pass } = await talk();
  for (const connection of caller.connections) connection.refusesCodecs = true;
  estimate(150_000);
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 2, maxFramerate: 15 });
  expect(encodingOf('video')).not.toHaveProperty('codec');
});

test.each([120_000, 60_000])('on a link of %i bits a second a probe raises what is allowed', async (available) => {
  const { encodingOf, estimate, pass } = await talk();
  estimate(available);
  await pass(SAMPLE_EVERY_MS);
  const before = encodingOf('video')?.maxBitrate ?? 0;
  const limits: number[] = [];
  for (let seconds = 0; seconds < 2 * CALM_SECONDS; seconds += 1) {
    await pass(SAMPLE_EVERY_MS);
    limits.push(encodingOf('video')?.maxBitrate ?? 0);
  }
  expect(Math.max(...limits)).toBe(2 * before);
});

test('a peer cannot make this page send whole pictures again and again', async () => {
  const { caller, callee, pass } = await talk();
  const before = caller.connections[0]?.keyFrames;
  for (let messages = 0; messages < 50; messages += 1) callee.transport.send({ type: 'keyFrame' });
  await pass(SAMPLE_EVERY_MS);
  expect(caller.connections[0]?.keyFrames).toBe(before);
  expect(caller.events).not.toContain('keyFrame from Giulia');
});

test('both sides know of it, and that it is over', async () => {
  const { caller, callee, estimate, pass } = await talk();
  estimate(40_000);
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)).toMatchObject({ link: 'weak', sentLevel: 'still', receivedLevel: 'still' });
  expect(linkTo(callee, luca)).toMatchObject({ link: 'weak', sentLevel: 'still', receivedLevel: 'still' });
  expect(callee.events).not.toContain('pictureLevel from Luca');

  estimate(2_000_000);
  await pass((CALM_SECONDS + 1) * SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)).toMatchObject({ link: 'good', sentLevel: 'full', receivedLevel: 'full' });
});

test('sound that does not arrive reduces the picture at once, before the estimate falls', async () => {
  const { caller, net, pass } = await talk();
  net.stats = [soundStats(1, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [soundStats(2, 0.6)];
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('still');
});

test('half a second of sound that is missing is noticed before the next second has passed', async () => {
  const { caller, encodingOf, net, pass } = await talk();
  net.stats = [soundStats(1, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [soundStats(2, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [soundStats(2.5, 0.45)];
  await pass(500);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
  // Sooner than usual, because some was missing.
  net.stats = [soundStats(2.75, 0.7)];
  await pass(250);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('still');
  // The first of them is not to wait for a second.
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 4, maxFramerate: 4 });
});

test('sound that is missing again and again for a moment, as on a busy device, does not reduce the picture', async () => {
  const { caller, net, pass } = await talk();
  net.stats = [soundStats(1, 0)];
  await pass(SAMPLE_EVERY_MS);
  for (let seconds = 1; seconds < 5; seconds += 1) {
    const missing = 0.2 * seconds;
    net.stats = [soundStats(seconds + 0.5, missing)];
    await pass(EXTRA_SAMPLE_EVERY_MS);
    net.stats = [soundStats(seconds + 1, missing)];
    await pass(EXTRA_SAMPLE_EVERY_MS);
  }
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
});

test('of a link that has just begun, missing sound counts from the fourth second on', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  const levels: unknown[] = [];
  for (let seconds = 1; seconds <= 4; seconds += 1) {
    net.stats = [soundStats(seconds, seconds, 25 * seconds)];
    for (let quarters = 0; quarters < 4; quarters += 1) await pass(250);
    levels.push(linkTo(caller, giulia)?.sentLevel);
  }
  expect(levels).toEqual(['full', 'full', 'full', 'still']);
});

test('the estimate of a link that has just begun, which is low, counts from the seventh second on', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  net.stats = [{ type: 'candidate-pair', nominated: true, availableOutgoingBitrate: 120_000 }];
  await pass(6 * SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('small');
});

test('four still pictures a second, as long as the estimate has not fallen, and then one', async () => {
  const { caller, encodingOf, net, pass } = await talk();
  const estimate = (available: number) => ({
    type: 'candidate-pair',
    nominated: true,
    availableOutgoingBitrate: available,
  });
  net.stats = [estimate(2_000_000), soundStats(1, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [estimate(2_000_000), soundStats(2, 0.6)];
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('still');
  expect(encodingOf('video')).toMatchObject({ maxFramerate: 4 });
  net.stats = [estimate(55_000), soundStats(3, 0.7)];
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ maxFramerate: 1 });
});

test('a cut does not reduce the picture, though sound is missing, nor does what was missing before it', async () => {
  const { caller, net, pass } = await talk();
  net.stats = [soundStats(1, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [soundStats(2, 0.4)];
  await pass(SAMPLE_EVERY_MS);
  net.isSilent = true;
  net.stats = [soundStats(3, 1.4)];
  for (let quarters = 0; quarters < 4; quarters += 1) await pass(250);
  net.isSilent = false;
  for (let seconds = 4; seconds < 6; seconds += 1) {
    net.stats = [soundStats(seconds, 1.4)];
    await pass(SAMPLE_EVERY_MS);
  }
  net.stats = [soundStats(5.4, 1.67)];
  await pass(500);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
});

test('a cut in the middle of a second does not reduce the picture either', async () => {
  const { caller, net, pass } = await talk();
  net.stats = [soundStats(1, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [soundStats(1.5, 0.2)];
  await pass(EXTRA_SAMPLE_EVERY_MS);
  net.isSilent = true;
  net.stats = [soundStats(2, 0.7, 33)];
  await pass(EXTRA_SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
});

test('sound that begins later is not missed before', async () => {
  const { caller, net, pass } = await talk();
  net.stats = [soundStats(1, 1, 0)];
  await pass(SAMPLE_EVERY_MS);
  net.stats = [soundStats(2, 1.8, 5)];
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
});

test('sound that nobody sends is not missed', async () => {
  const { caller, net, pass } = await talk();
  for (let seconds = 1; seconds < 5; seconds += 1) {
    net.stats = [soundStats(seconds, seconds, 0)];
    await pass(SAMPLE_EVERY_MS);
  }
  expect(linkTo(caller, giulia)?.sentLevel).toBe('full');
});

test('a whole picture on demand keeps the limits: there is one place that changes a sender', async () => {
  const { caller, encodingOf, estimate, net, pass } = await talk();
  estimate(40_000);
  await pass(SAMPLE_EVERY_MS);
  net.isSilent = true;
  await pass(2 * SAMPLE_EVERY_MS);
  net.isSilent = false;
  await pass(SAMPLE_EVERY_MS);
  expect(caller.connections[0]?.keyFrames).toBe(1);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 4, maxFramerate: 1 });
});

test('a peer who prefers sharp pictures gets few large ones of a narrow link, and one who prefers smooth ones many small ones', async () => {
  const { callee, encodingOf, estimate, pass } = await talk();
  estimate(150_000);
  callee.transport.send({ type: 'media', audio: true, video: true, prefers: 'sharp' });
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 1, maxFramerate: 4 });
  callee.transport.send({ type: 'media', audio: true, video: true, prefers: 'smooth' });
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 2, maxFramerate: 20 });
  callee.transport.send({ type: 'media', audio: true, video: true });
  await pass(SAMPLE_EVERY_MS);
  expect(encodingOf('video')).toMatchObject({ scaleResolutionDownBy: 2, maxFramerate: 15 });
});
