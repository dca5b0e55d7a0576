import { LINK_RETRY_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { asTrack, FakeTrack } from '../../testing/fake-media';
import type { SignalFrame } from '../../testing/fake-signaling-server';
import { createWorld, nameOf, SECOND, two } from '../../testing/livekit-world';
import { giulia, luca, marco, participantOf } from '../../testing/people';
import { settled } from '../../testing/promises';
import { TOKENS_MAX } from '../allowance';
import { WAIT_FOR_SERVER_MS } from './livekit-transport';
import { CHANGE_AFTER_MS } from './sender-keys';

const NO_SOUND = { soundPackets: 0, soundPlayed: 0, soundTaken: 0 };

/** What a dishonest server makes of the signals with keys. */
const altering =
  (alter: (mediaKey: NonNullable<SignalFrame['mediaKey']>) => SignalFrame['mediaKey']) =>
  (frame: SignalFrame): SignalFrame => ({ ...frame, ...(frame.mediaKey && { mediaKey: alter(frame.mediaKey) }) });

test('two pages exchange keys, request the media, and reach each other, signed', async () => {
  const { lucas, giulias } = await two();

  for (const [one, other] of [
    [lucas, giulia],
    [giulias, luca],
  ] as const) {
    expect(one.peerOf(other)).toMatchObject({ link: 'good', trust: 'signed', signedBy: `key of ${other.uniqueId}` });
    expect(one.events).toContain(`reachable ${nameOf(other.uniqueId)}`);
    expect([...one.room.received]).toEqual([other.uniqueId]);
  }
  expect(lucas.room.keysOf.get(giulia.uniqueId)?.at(-1)).toBe(giulias.room.ownKeys.at(-1));
});

test('media are requested with the connection by the first two, and by others when the key is in use', async () => {
  const { page, lucas, giulias } = await two();
  const marcos = await page(marco);
  expect([lucas, giulias, marcos].map(({ room }) => room.receivesAll)).toEqual([true, true, false]);
});

test('messages arrive, large ones in pieces, and one to a single participant at no other', async () => {
  const { page, pass, lucas, giulias } = await two();
  const marcos = await page(marco);
  await pass(3 * SECOND);

  lucas.transport.send({ type: 'msgWithdrawn', clientId: 'one' });
  lucas.transport.send({ type: 'askSelectedPic' }, giulia.uniqueId);
  lucas.transport.send({ type: 'picPreview', clientId: 'two', cryptoSchema: 1, preview: 'x'.repeat(100_000) });
  await settled();

  expect(giulias.events.slice(-3)).toEqual(
    ['msgWithdrawn', 'askSelectedPic', 'picPreview'].map((type) => `${type} from luca`),
  );
  expect(marcos.events.slice(-2)).toEqual(['msgWithdrawn', 'picPreview'].map((type) => `${type} from luca`));
});

test('the key changes when somebody joins, and the first picture of the others does not stop', async () => {
  const { page, pass, lucas, giulias } = await two();
  const before = lucas.room.ownKeys.at(-1) ?? 0;
  const marcos = await page(marco);
  await pass(CHANGE_AFTER_MS + SECOND);

  expect(lucas.room.ownKeys.at(-1)).toBe(before + 1);
  expect(giulias.room.keysOf.get(luca.uniqueId)).toContain(before + 1);
  expect([...new Set(marcos.room.keysOf.get(luca.uniqueId))]).toEqual([before + 1]);
  expect(marcos.peerOf(luca)).toMatchObject({ link: 'good', trust: 'signed' });
  expect(giulias.peerOf(luca)).toMatchObject({ link: 'good' });
});

test('who joins requests pictures when they are encrypted with the key that they have, and not before', async () => {
  const { page, pass, lucas } = await two();
  const marcos = await page(marco);
  await pass(CHANGE_AFTER_MS / 2);
  expect(marcos.room.keysOf.get(luca.uniqueId)).toBeDefined();
  expect([...marcos.room.received]).toEqual([]);

  await pass(CHANGE_AFTER_MS);
  expect(lucas.room.ownKeys.at(-1)).toBe(marcos.room.keysOf.get(luca.uniqueId)?.at(-1));
  expect([...marcos.room.received].toSorted()).toEqual([luca.uniqueId, giulia.uniqueId].toSorted());
});

test('that a key is used may get lost: the pictures are requested after a while', async () => {
  const world = await two();
  world.signalling.alter = altering((mediaKey) =>
    mediaKey.body.includes('"isUsed":true') ? { ...mediaKey, seal: 'lost' } : mediaKey,
  );
  const marcos = await world.page(marco);
  await world.pass(2 * SECOND);
  expect([...marcos.room.received]).toEqual([]);
  await world.pass(4 * SECOND);
  expect([...marcos.room.received].toSorted()).toEqual([luca.uniqueId, giulia.uniqueId].toSorted());
});

test('who has left gets no further key', async () => {
  const { page, pass, lucas, giulias } = await two();
  const marcos = await page(marco);
  await pass(3 * SECOND);
  const known = marcos.room.keysOf.get(luca.uniqueId)?.at(-1) ?? 0;

  marcos.transport.leave();
  await pass(CHANGE_AFTER_MS + SECOND);

  expect(lucas.events.at(-1)).toBe('left marco');
  expect(lucas.room.ownKeys.at(-1)).toBeGreaterThan(known);
  expect(marcos.room.keysOf.get(luca.uniqueId)?.at(-1)).toBe(known);
  expect(giulias.peerOf(luca)).toMatchObject({ link: 'good' });
});

test('a server that puts its own key in place gets none, and it is said', async () => {
  const world = createWorld();
  world.signalling.alter = altering((mediaKey) => ({ ...mediaKey, body: mediaKey.body.replace(/page-\d+/, 'server') }));
  const lucas = await world.page(luca);
  const giulias = await world.page(giulia);
  await world.pass(3 * SECOND);

  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'connecting', trust: 'forged' });
  expect([lucas.room.keysOf.size, giulias.room.keysOf.size]).toEqual([0, 0]);
  expect(lucas.room.received.size).toBe(0);
});

test('without signatures the call is made, and nothing counts as signed', async () => {
  const world = createWorld();
  world.signalling.alter = altering(({ seal: _, ...unsigned }) => unsigned);
  const lucas = await world.page(luca);
  await world.page(giulia);
  await world.pass(SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good', trust: 'unsigned' });
});

test('a packet counts once, for whom it is, and as it was sent', async () => {
  const { media, lucas, giulias } = await two();
  media.deliver = (packet) => {
    const altered = packet.slice();
    altered[altered.length - 1] = 0;
    const toOne = packet.slice();
    toOne[0] = 1;
    return [altered, toOne, packet, packet];
  };
  lucas.transport.send({ type: 'askSelectedPic' });
  await settled();
  expect(giulias.events.filter((event) => event === 'askSelectedPic from luca')).toHaveLength(1);
});

test('of a flood of packets few are read, and a page that stops is read again', async () => {
  const { pass, lucas, giulias } = await two();
  const read = () => giulias.events.filter((event) => event === 'askSelectedPic from luca').length;
  for (let times = 0; times < TOKENS_MAX + 1_000; times += 1) lucas.transport.send({ type: 'askSelectedPic' });
  await settled();
  // The introduction has cost some of what is allowed.
  const first = read();
  expect(first).toBeLessThanOrEqual(TOKENS_MAX);
  await pass(SECOND);
  lucas.transport.send({ type: 'askSelectedPic' });
  await settled();
  expect(read()).toBe(first + 1);
});

test('a participant whose connection breaks is «reconnecting», and lost after a while; back in time, they stay', async () => {
  const { media, pass, lucas } = await two();
  media.setConnected(giulia.uniqueId, false);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'reconnecting' });
  // Its own engine brings it back.
  await pass(3 * SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
  await pass(LINK_RETRY_MS);
  expect(lucas.events.some((event) => event.startsWith('lost'))).toBe(false);

  media.isReachable = false;
  media.setConnected(giulia.uniqueId, false);
  await pass(LINK_RETRY_MS + SECOND);
  expect(lucas.events.at(-1)).toBe('lost giulia');
});

test('what was sent before this page knew of the other one is sent again', async () => {
  const { page, pass, media, lucas } = await two();
  media.deliver = () => [];
  const marcos = await page(marco);
  await pass(2 * SECOND);
  media.deliver = (packet) => [packet];
  const introductions = () => lucas.events.filter((event) => event === 'reachable marco').length;
  const before = introductions();
  await pass(4 * SECOND);
  expect(introductions()).toBeGreaterThan(before);

  // Not the first of an introduction: that may be lost still.
  lucas.transport.send({ type: 'askSelectedPic' }, marco.uniqueId);
  await settled();
  expect(marcos.events).toContain('askSelectedPic from luca');
  const still = introductions();
  await pass(4 * SECOND);
  expect(introductions()).toBeGreaterThan(still);

  const { uniqueId, publicKey } = luca;
  lucas.transport.send({ type: 'participant', contact: { uniqueId, publicKey } }, marco.uniqueId);
  await settled();
  const after = introductions();
  await pass(10 * SECOND);
  expect(introductions()).toBe(after);
});

test('a media server that does not answer, and whose media stand still, is told though nobody says that they send', async () => {
  const { pass, media, lucas } = await two();
  lucas.room.arrivals = { ...NO_SOUND, bytes: 1_000, pictureBytes: 1_000, picturesDecoded: 7 };
  await pass(6 * SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
  media.isReachable = false;
  await pass(5 * SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'reconnecting' });
});

test('the media server is tried again until it answers, and that it does not is said', async () => {
  const world = createWorld();
  world.media.isReachable = false;
  const lucas = await world.page(luca);
  expect(lucas.transport.mediaServer()).toBe('used');
  await world.pass(5 * SECOND);
  expect(lucas.transport.mediaServer()).toBe('away');
  expect(lucas.events).toContain('unreachable');

  world.media.isReachable = true;
  await world.pass(3 * SECOND);
  expect(lucas.room.state).toBe('connected');
  expect(lucas.transport.mediaServer()).toBe('used');
});

test('a media server that is away for a while in mid-call is waited for', async () => {
  const { media, pass, lucas, giulias } = await two();
  media.isReachable = false;
  for (const { uniqueId } of [luca, giulia]) media.setConnected(uniqueId, false);
  await pass(10 * SECOND);
  media.isReachable = true;
  await pass(5 * SECOND);
  for (const one of [lucas, giulias]) expect(one.events).not.toContain('unreachable');
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
});

test('one that stays away in mid-call is given up, and that it is away is said until it is back', async () => {
  const { media, pass, lucas } = await two();
  media.isReachable = false;
  for (const { uniqueId } of [luca, giulia]) media.setConnected(uniqueId, false);
  await pass(WAIT_FOR_SERVER_MS + 2 * SECOND);
  expect(lucas.transport.mediaServer()).toBe('away');
  expect(lucas.events.filter((event) => event === 'unreachable')).toHaveLength(1);

  media.isReachable = true;
  await pass(3 * SECOND);
  expect(lucas.transport.mediaServer()).toBe('used');
});

test('a page without any connection does not give the media server up', async () => {
  const { media, pass, signalling, lucas } = await two();
  media.unreachableFor.add(luca.uniqueId);
  media.setConnected(luca.uniqueId, false);
  const reopen = signalling.restart();
  await pass(WAIT_FOR_SERVER_MS + 2 * SECOND);
  expect(lucas.events).not.toContain('unreachable');
  reopen();
  await pass(WAIT_FOR_SERVER_MS + 2 * SECOND);
  expect(lucas.events).toContain('unreachable');
});

test('a token that is not accepted is exchanged for a new one', async () => {
  const world = createWorld();
  world.media.refusedTokens.add('room-token');
  const lucas = await world.page(luca);
  expect(lucas.events).toContain('refused');

  lucas.transport.join(participantOf([], { provider: 'livekit', token: 'a-new-token' }));
  await settled();
  expect(lucas.room.state).toBe('connected');
});

test('if the server refuses all tokens, they are not requested again and again', async () => {
  const world = createWorld();
  world.media.refusedTokens.add('room-token');
  const lucas = await world.page(luca);
  await world.pass(20 * SECOND);
  expect(lucas.events.filter((event) => event === 'refused')).toHaveLength(1);
  expect(world.media.tokens.length).toBeLessThan(15);
  await world.pass(20 * SECOND);
  expect(lucas.events.filter((event) => event === 'refused')).toHaveLength(2);
});

test('a reloaded page is another: it gets keys of its own', async () => {
  const { page, pass, lucas } = await two();
  const reloaded = await page(giulia);
  await pass(3 * SECOND);

  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good', trust: 'signed' });
  expect(reloaded.peerOf(luca)).toMatchObject({ link: 'good', trust: 'signed' });
  expect(new Set(reloaded.room.keysOf.get(luca.uniqueId))).toEqual(new Set([lucas.room.ownKeys.at(-1)]));
});

test('pictures that cannot be decrypted are not told as well connected, and the key is requested again', async () => {
  const { pass, lucas } = await two();
  const keys = () => lucas.room.keysOf.get(giulia.uniqueId)?.length ?? 0;
  const before = keys();
  for (let bytes = 0; bytes < 5_000; bytes += 1_000) {
    lucas.room.arrivals = { ...NO_SOUND, bytes, pictureBytes: bytes, picturesDecoded: 7 };
    await pass(SECOND);
  }
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'reconnecting' });
  expect(keys()).toBeGreaterThan(before);

  lucas.room.arrivals = { ...NO_SOUND, bytes: 9_000, pictureBytes: 9_000, picturesDecoded: 8 };
  await pass(SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
});

test('who wants sound only requests no pictures', async () => {
  const { lucas } = await two();
  lucas.transport.send({ type: 'media', audio: true, video: false, wantsVideo: false });
  expect(lucas.room.wantsVideo).toBe(false);
  lucas.transport.send({ type: 'media', audio: true, video: true });
  expect(lucas.room.wantsVideo).toBe(true);
});

test('somebody of whom nothing is to arrive is not «reconnecting»: pictures that are not wanted, sound that is off', async () => {
  const { pass, lucas, giulias } = await two();
  giulias.transport.send({ type: 'media', audio: false, video: true });
  await settled();
  lucas.room.arrivals = { ...NO_SOUND, bytes: 1_000, pictureBytes: 1_000, picturesDecoded: 7 };
  lucas.transport.send({ type: 'media', audio: true, video: false, wantsVideo: false });
  await pass(5 * SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
  lucas.transport.send({ type: 'media', audio: true, video: true });
  await pass(5 * SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'reconnecting' });
});

test('a page that asks for a key again, because it had given this one up, is introduced anew', async () => {
  const { pass, signalling, lucas, giulias } = await two();
  const times = () => giulias.events.filter((event) => event === 'reachable luca').length;
  const before = times();
  lucas.transport.drop(giulia.uniqueId);
  // The server names the page again.
  signalling.restart()();
  await pass(3 * SECOND);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
  expect(times()).toBeGreaterThan(before);
  // What it has said holds still: it is the same page.
  expect(giulias.events.filter((event) => event === 'again luca')).toHaveLength(times() - 1);
});

test('a picture that begins to arrive is told, though nothing is known of who sends what', async () => {
  const { lucas, giulias } = await two();
  const video = new FakeTrack('video', 'Giulia');
  video.muted = true;
  lucas.room.events.trackAdded(giulia.uniqueId, asTrack(video));
  expect(lucas.peerOf(giulia)?.hasVideo).toBe(false);
  const before = lucas.changes();
  video.muted = false;
  expect(lucas.changes()).toBe(before + 1);
  expect(lucas.peerOf(giulia)?.hasVideo).toBe(true);

  giulias.transport.leave();
  await settled();
  const after = lucas.changes();
  video.muted = true;
  expect(lucas.changes()).toBe(after);
});

test('a picture of which nothing could be decoded is requested whole, until it can', async () => {
  const { lucas, giulias, pass } = await two();
  const arrivals = { bytes: 9_000, pictureBytes: 9_000, picturesDecoded: 0, ...NO_SOUND };
  lucas.room.arrivals = arrivals;
  lucas.room.events.trackAdded(giulia.uniqueId, asTrack(new FakeTrack('video', 'Giulia')));
  await pass(500);
  expect(giulias.room.keyFrames).toBeGreaterThan(0);
  expect(giulias.events).not.toContain('keyFrame from luca');

  lucas.room.arrivals = { ...arrivals, picturesDecoded: 1 };
  await pass(500);
  const asked = giulias.room.keyFrames;
  await pass(2 * SECOND);
  expect(giulias.room.keyFrames).toBe(asked);
});

test('a picture that never comes is requested three times, and not at all once its track is gone', async () => {
  const { lucas, giulias, pass } = await two();
  const video = asTrack(new FakeTrack('video', 'Giulia'));
  lucas.room.events.trackAdded(giulia.uniqueId, video);
  await pass(5 * SECOND);
  expect(giulias.room.keyFrames).toBe(3);
  lucas.room.events.trackAdded(giulia.uniqueId, video);
  lucas.room.events.trackRemoved(giulia.uniqueId, video);
  await pass(5 * SECOND);
  expect(giulias.room.keyFrames).toBe(3);
});

test('a page that asks for whole pictures all the time gets few', async () => {
  const { lucas, giulias, pass } = await two();
  for (let seconds = 0; seconds < 20; seconds += 1) {
    lucas.transport.send({ type: 'keyFrame' }, giulia.uniqueId);
    await pass(SECOND);
  }
  expect(giulias.room.keyFrames).toBe(6);
});

test('sound, and a picture that is seen at once, request nothing', async () => {
  const { lucas, giulias, pass } = await two();
  lucas.room.events.trackAdded(giulia.uniqueId, asTrack(new FakeTrack('audio', 'Giulia')));
  await pass(SECOND);
  lucas.room.arrivals = { bytes: 9_000, pictureBytes: 9_000, picturesDecoded: 2, ...NO_SOUND };
  lucas.room.events.trackAdded(giulia.uniqueId, asTrack(new FakeTrack('video', 'Giulia')));
  await pass(SECOND);
  expect(giulias.room.keyFrames).toBe(0);
});

test('a page that is not there any more is asked for no picture', async () => {
  const { lucas, giulias, pass } = await two();
  lucas.room.events.trackAdded(giulia.uniqueId, asTrack(new FakeTrack('video', 'Giulia')));
  lucas.transport.drop(giulia.uniqueId);
  await pass(2 * SECOND);
  expect(giulias.room.keyFrames).toBe(0);
});

test('the size in which a picture is shown is told to the media server', async () => {
  const { lucas } = await two();
  const size = { width: 160, height: 120 };
  lucas.transport.setPictureSize(giulia.uniqueId, size);
  expect(lucas.room.sizes.get(giulia.uniqueId)).toEqual(size);
});
