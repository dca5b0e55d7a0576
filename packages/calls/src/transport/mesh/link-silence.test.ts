/** A device that changes its network: nothing arrives any more, and neither the connection nor the socket says so. */
import { LINK_RETRY_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { clearEvents, createWorld, linkTo, offersOf, signalsOf } from '../../testing/mesh-world';
import { giulia, luca } from '../../testing/people';
import { settled } from '../../testing/promises';
import { SAMPLE_EVERY_MS } from './link-health';
import { RESTART_EVERY_MS } from './link-keeper';
import { SILENT_SAMPLES } from './link-quality';

const SILENT_MS = SILENT_SAMPLES * SAMPLE_EVERY_MS;

test('a link on which nothing arrives is reconnecting and restarted, before the browser notices', async () => {
  const { net, pair, pass } = createWorld();
  const { caller, callee } = await pair();
  await pass(SAMPLE_EVERY_MS);
  const offered = [caller, callee].map((one) => offersOf(one)[0] ?? 0);
  net.isSilent = true;
  await pass(SILENT_MS - 500);
  expect(linkTo(caller, giulia)?.link).toBe('good');
  await pass(500);
  expect(linkTo(caller, giulia)?.link).toBe('reconnecting');
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  expect(total([caller, callee].map((one) => offersOf(one)[0] ?? 0))).toBeGreaterThan(total(offered));
});

test('the first second without anything probes the link and the socket, once', async () => {
  const { net, pair, pass } = createWorld();
  const { caller, callee } = await pair();
  await pass(SAMPLE_EVERY_MS);
  expect(caller.socket.probes).toEqual([]);
  const arrived: unknown[] = [];
  callee.connections[0]?.channel?.addEventListener('message', (event) => arrived.push(event));
  net.isSilent = true;
  await pass(5 * SAMPLE_EVERY_MS);
  expect(caller.socket.probes).toEqual([1_500]);
  expect(arrived).toHaveLength(1);
});

test('a link on which only the probe is answered is quiet, and stays good', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  await pass(SAMPLE_EVERY_MS);
  for (let times = 0; times < 5; times += 1) {
    net.isSilent = true;
    await pass(SAMPLE_EVERY_MS);
    net.isSilent = false;
    await pass(SAMPLE_EVERY_MS);
    expect(linkTo(caller, giulia)?.link).toBe('good');
  }
});

test('a silent link on which something arrives again is good, and is not lost later', async () => {
  const { net, pair, pass } = createWorld();
  const { caller, callee } = await pair();
  await pass(SAMPLE_EVERY_MS);
  net.isSilent = true;
  await pass(SILENT_MS);
  clearEvents(caller, callee);
  net.isSilent = false;
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('good');
  await pass(LINK_RETRY_MS);
  expect(caller.events).toEqual([]);
});

test('when something arrives again, the next picture is sent whole: the peer can decode no other', async () => {
  const { net, pair, pass } = createWorld();
  const { caller, callee } = await pair();
  await pass(SAMPLE_EVERY_MS);
  net.isSilent = true;
  await pass(SILENT_MS);
  const keyFrames = () => [caller, callee].map(({ connections }) => connections[0]?.keyFrames);
  expect(keyFrames()).toEqual([0, 0]);
  net.isSilent = false;
  // Not only at the next sample of a link that is well.
  await pass(SAMPLE_EVERY_MS / 4);
  expect(keyFrames()).toEqual([1, 1]);
});

test('a link that the browser had given up sends a whole picture too when it is connected again', async () => {
  const { net, pair } = createWorld();
  const { caller } = await pair();
  net.cut('failed');
  net.heal();
  await settled();
  expect(caller.connections[0]?.keyFrames).toBe(1);
});

test('a link that stays silent is lost after 30 seconds', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  await pass(SAMPLE_EVERY_MS);
  clearEvents(caller);
  net.isSilent = true;
  await pass(SILENT_MS + LINK_RETRY_MS - 500);
  expect(caller.events).toEqual([]);
  await pass(500);
  expect(caller.events).toEqual(['lost Giulia']);
});

test('an offer that was not answered is made anew: the old one has the addresses of another network', async () => {
  const { net, pair, pass, server } = createWorld();
  const { caller, callee } = await pair();
  server.passes = () => false;
  net.cut('failed');
  await settled();
  const sdpOf = () => signalsOf(callee).findLast(({ description }) => description?.type === 'offer')?.description;
  const first = sdpOf();
  await pass(RESTART_EVERY_MS);
  expect(sdpOf()).not.toEqual(first);
  net.heal();
  server.passes = () => true;
  await pass(RESTART_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect(linkTo(callee, luca)?.link).toBe('good');
});

test('an offer that went into a dead socket is sent again when the socket is back, though something had arrived meanwhile', async () => {
  const { net, pair, pass, server } = createWorld();
  const { caller, callee } = await pair();
  await pass(SAMPLE_EVERY_MS);
  server.passes = () => false;
  net.isSilent = true;
  await pass(SILENT_MS);
  // From its new address a device hears the answers to its connectivity checks.
  net.isSilent = false;
  await pass(SAMPLE_EVERY_MS);
  const states = () => [caller, callee].map(({ connections }) => connections[0]?.signalingState);
  expect(states()).toContain('have-local-offer');
  server.passes = () => true;
  server.restart()();
  await settled();
  expect(states()).toEqual(['stable', 'stable']);
});

const soundAndPicture = (seconds: number, decoded = seconds) => [
  { type: 'inbound-rtp', kind: 'audio', bytesReceived: 2_000 * seconds, packetsReceived: 25 * seconds },
  { type: 'inbound-rtp', kind: 'video', bytesReceived: 50_000 * seconds, framesDecoded: 15 * decoded },
];

/** A call in which the peer sends sound and picture. */
async function watch() {
  const world = createWorld();
  const pages = await world.pair();
  pages.callee.transport.send({ type: 'media', audio: true, video: true });
  let now = 0;
  const receive = async (arrived: (second: number) => ReturnType<typeof soundAndPicture>) => {
    now += 1;
    world.net.stats = arrived(now);
    await world.pass(SAMPLE_EVERY_MS);
  };
  await receive(soundAndPicture);
  await receive(soundAndPicture);
  return { ...world, ...pages, receive, link: () => linkTo(pages.caller, giulia)?.link };
}

test('a link on which connectivity checks are answered, but neither sound nor picture arrives, is not good', async () => {
  const { receive, link } = await watch();
  expect(link()).toBe('good');
  for (let seconds = 0; seconds < 3; seconds += 1) await receive(() => soundAndPicture(2));
  expect(link()).toBe('reconnecting');
  await receive(soundAndPicture);
  expect(link()).toBe('good');
});

test('a link on which sound arrives, and of the picture nothing that can be decoded, is weak', async () => {
  const { receive, link } = await watch();
  for (let seconds = 0; seconds < 3; seconds += 1) await receive((second) => soundAndPicture(second, 2));
  expect(link()).toBe('weak');
});

test('a peer who has switched off what they send may be silent, as may one whose pictures this page does not want', async () => {
  const { caller, callee, receive, link } = await watch();
  callee.transport.send({ type: 'media', audio: false, video: true });
  caller.transport.send({ type: 'media', audio: true, video: true, wantsVideo: false });
  for (let seconds = 0; seconds < 4; seconds += 1) await receive(() => soundAndPicture(2));
  expect(link()).toBe('good');
});
