import { type Contact, LINK_RETRY_MS, PREVIEW_MAX } from '@earth/contracts';
import { expect, test } from 'vitest';
import {
  clearEvents,
  createWorld,
  hello,
  linkTo,
  offersOf,
  type Page,
  sentBy,
  signalsOf,
  tracksOf,
} from '../../testing/mesh-world';
import { CALL_ID, giulia, luca, marco, OTHER_CALL_ID, participantOf } from '../../testing/people';
import { deferred, settled } from '../../testing/promises';
import { TOKENS_MAX } from '../allowance';
import { PATIENCE_MS, RESTART_EVERY_MS } from './link-keeper';
import { SAMPLE_EVERY_MS } from './link-health';
import { GOOD_SAMPLES } from './link-quality';

const firstOfferOf = (one: Page, to: Contact) => {
  const offer = signalsOf(one).find((signal) => signal.description && signal.to === to.uniqueId);
  if (!offer) throw new Error('no offer was sent');
  return offer;
};

test('the page that is there offers once to the newcomer, and picture, sound and messages flow both ways', async () => {
  const { pair } = createWorld();
  const { caller, callee } = await pair();
  expect(linkTo(caller, giulia)).toMatchObject({ link: 'good', hasAudio: true, hasVideo: true });
  expect(linkTo(callee, luca)).toMatchObject({ link: 'good', hasAudio: true, hasVideo: true });
  expect(
    linkTo(caller, giulia)
      ?.stream?.getTracks()
      .map(({ kind }) => kind),
  ).toEqual(['audio', 'video']);
  expect([offersOf(caller), offersOf(callee)]).toEqual([[1], [0]]);
  expect(caller.events).toEqual(['connected', 'joined Giulia', 'reachable Giulia']);
  expect(callee.events).toEqual(['joined Luca', 'connected', 'reachable Luca']);
  callee.transport.send(hello);
  await settled();
  expect(caller.events.at(-1)).toBe('media from Giulia');
});

test('a page without a camera receives, and sends later without a new negotiation', async () => {
  const { page, enter } = createWorld();
  const caller = await enter(page(luca, { withTracks: false }));
  const callee = await enter(page(giulia, { withTracks: false }));
  expect(linkTo(caller, giulia)).toMatchObject({ link: 'good', hasAudio: false, hasVideo: false });
  const described = [caller, callee].map((one) => signalsOf(one).filter(({ description }) => description).length);
  caller.transport.setTracks(tracksOf('Luca'));
  callee.transport.setTracks(tracksOf('Giulia'));
  await settled();
  expect(linkTo(callee, luca)).toMatchObject({ hasAudio: true, hasVideo: true });
  expect(linkTo(caller, giulia)).toMatchObject({ hasAudio: true, hasVideo: true });
  expect([caller, callee].map((one) => signalsOf(one).filter(({ description }) => description).length)).toEqual(
    described,
  );
  caller.transport.setTracks({ audio: null, video: null });
  await settled();
  expect(sentBy(caller)).toEqual([null, null]);
});

test('a page that is alone prepares the offer for the first peer, with the candidates found until then', async () => {
  const { page, enter } = createWorld();
  const caller = await enter(page(luca));
  expect(caller.connections.map(({ signalingState }) => signalingState)).toEqual(['have-local-offer']);
  expect(signalsOf(caller)).toEqual([]);
  const callee = await enter(page(giulia));
  expect([offersOf(caller), offersOf(callee)]).toEqual([[1], [0]]);
  expect(signalsOf(caller)).toMatchObject([{ description: { type: 'offer' } }]);
  expect(linkTo(callee, luca)).toMatchObject({ link: 'good', hasAudio: true, hasVideo: true });
});

test('leaving before a peer joins closes the prepared offer', async () => {
  const { page, enter } = createWorld();
  const caller = await enter(page(luca));
  caller.transport.leave();
  expect(caller.connections.map(({ signalingState }) => signalingState)).toEqual(['closed']);
});

test('three pages are linked pairwise, and a message reaches both others or one', async () => {
  const { page, enter } = createWorld();
  const [first, second, third] = [await enter(page(luca)), await enter(page(giulia)), await enter(page(marco))];
  for (const one of [first, second, third]) {
    expect(one.transport.peers().map(({ link }) => link)).toEqual(['good', 'good']);
  }
  clearEvents(first, second, third);
  third.transport.send(hello);
  third.transport.send({ type: 'askSelectedPic' }, giulia.uniqueId);
  await settled();
  expect(first.events).toEqual(['media from Marco']);
  expect(second.events).toEqual(['media from Marco', 'askSelectedPic from Marco']);
});

test('candidates that arrive before their description wait for it', async () => {
  const { server, page, enter } = createWorld();
  const caller = await enter(page(luca));
  // The prepared offer goes to the first peer.
  await enter(page(marco));
  // Only the caller's candidates are relayed, and its offer arrives late.
  server.passes = ({ description, candidate }, from) => (from === luca.uniqueId ? !description : !candidate);
  const callee = await enter(page(giulia));
  expect(signalsOf(caller).some(({ candidate }) => candidate)).toBe(true);
  expect(linkTo(callee, luca)?.link).toBe('connecting');
  const { to: _, ...late } = firstOfferOf(caller, giulia);
  callee.socket.deliver({ ...late, from: luca.uniqueId });
  await settled();
  expect(linkTo(callee, luca)?.link).toBe('good');
});

test('candidates do not overtake their description while it is being signed', async () => {
  const { page, enter } = createWorld();
  await enter(page(luca));
  const { promise, resolve } = deferred<void>();
  const callee = await enter(page(giulia, { seal: (description) => promise.then(() => description) }));
  expect(signalsOf(callee)).toEqual([]);
  resolve();
  await settled();
  expect(
    signalsOf(callee).map(({ description, candidate }) => description?.type ?? (candidate && 'candidate')),
  ).toEqual(['answer', 'candidate']);
});

test('a lost offer is sent again', async () => {
  const { server, page, enter, pass } = createWorld();
  const caller = await enter(page(luca));
  server.passes = () => false;
  const callee = await enter(page(giulia));
  server.passes = () => true;
  expect(linkTo(callee, luca)?.link).toBe('connecting');
  await pass(RESTART_EVERY_MS);
  expect(linkTo(callee, luca)?.link).toBe('good');
  expect(linkTo(caller, giulia)?.link).toBe('good');
});

test('a lost answer is requested again', async () => {
  const { server, page, enter, pass } = createWorld();
  await enter(page(luca));
  server.passes = (_, from) => from !== giulia.uniqueId;
  const callee = await enter(page(giulia));
  server.passes = () => true;
  await pass(RESTART_EVERY_MS);
  expect(linkTo(callee, luca)?.link).toBe('good');
});

test('a page that joins again offers to a newcomer whose `peerJoined` was lost', async () => {
  const { page, enter } = createWorld();
  const first = await enter(page(luca));
  first.socket.isDead = true;
  const newcomer = await enter(page(giulia));
  expect(linkTo(first, giulia)).toBeUndefined();
  first.socket.open();
  await settled();
  expect(linkTo(first, giulia)).toMatchObject({ link: 'good', hasAudio: true, hasVideo: true });
  expect([offersOf(first), offersOf(newcomer)]).toEqual([[1], [0]]);
});

test.each([
  { polite: 'the first to come', sessions: ['session-1', 'session-2'] },
  { polite: 'the newcomer', sessions: ['session-2', 'session-1'] },
])('glare: both offer at once; polite is $polite', async ({ sessions }) => {
  const { page, enter } = createWorld();
  const first = await enter(page(luca, { session: sessions[0] ?? '' }));
  first.socket.close();
  const newcomer = await enter(page(giulia, { session: sessions[1] ?? '' }));
  expect(linkTo(first, giulia)).toBeUndefined();
  first.socket.open();
  await settled();
  expect(linkTo(first, giulia)).toMatchObject({ link: 'good', hasAudio: true, hasVideo: true });
  expect(linkTo(newcomer, luca)).toMatchObject({ link: 'good', hasAudio: true, hasVideo: true });
  // One audio and one video each: nothing is left of the withdrawn offer.
  for (const one of [first, newcomer]) expect(one.connections.at(-1)?.getTransceivers()).toHaveLength(2);
});

test('a broken link is «reconnecting», keeps its stream, and recovers by an ICE restart', async () => {
  const { net, pair, pass } = createWorld();
  const { caller, callee } = await pair();
  const stream = linkTo(caller, giulia)?.stream;
  clearEvents(caller, callee);
  net.cut('disconnected');
  expect(linkTo(caller, giulia)?.link).toBe('reconnecting');
  net.heal();
  await pass(PATIENCE_MS);
  expect(linkTo(caller, giulia)).toMatchObject({ link: 'good', stream });
  expect(linkTo(callee, luca)?.link).toBe('good');
  expect([...caller.events, ...callee.events]).toEqual([]);
});

test('both restart at once: only one side offers, because Chromium may lose the picture of one that withdraws its offer', async () => {
  const { net, pair } = createWorld();
  const { caller, callee } = await pair();
  net.cut('disconnected');
  net.heal();
  for (const { connections } of [caller, callee]) connections[0]?.breakLink('failed');
  await settled();
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect(linkTo(callee, luca)?.link).toBe('good');
  expect([caller, callee].map(({ connections }) => connections.length)).toEqual([1, 1]);
  expect([caller, callee].map(({ connections }) => connections[0]?.rollbacks)).toEqual([0, 0]);
});

test('a side that may not offer a restart asks for one, also if it alone has noticed that the link is broken', async () => {
  const { net, pair } = createWorld();
  // The caller has the smaller session.
  const { caller, callee } = await pair();
  const offers = offersOf(caller);
  net.cut('disconnected');
  net.heal();
  caller.connections[0]?.breakLink('failed');
  await settled();
  expect(signalsOf(caller).filter(({ restart }) => restart)).toHaveLength(1);
  expect(offersOf(caller)).toEqual(offers);
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect(linkTo(callee, luca)?.link).toBe('good');
});

test('a side that was away when a restart was offered gets the offer when it asks', async () => {
  const { net, server, pair } = createWorld();
  const { caller, callee } = await pair();
  server.passes = () => false;
  net.cut('disconnected');
  callee.connections[0]?.breakLink('failed');
  await settled();
  const lost = offersOf(callee).at(-1);
  server.passes = () => true;
  net.heal();
  caller.connections[0]?.breakLink('failed');
  await settled();
  expect(offersOf(callee).at(-1)).toEqual(lost);
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect(linkTo(callee, luca)?.link).toBe('good');
});

test('a link is retried for 30 seconds before the peer counts as lost', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  clearEvents(caller);
  net.cut('failed');
  await pass(LINK_RETRY_MS - 500);
  expect(caller.events).toEqual([]);
  expect(caller.connections[0]?.offers).toBeGreaterThan(0);
  await pass(500);
  expect(caller.events).toEqual(['lost Giulia']);
  expect(caller.transport.peers()).toEqual([]);
  expect(caller.connections[0]?.signalingState).toBe('closed');
});

test('a link that recovers within 30 seconds has 30 seconds again the next time', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  net.cut('failed');
  await pass(LINK_RETRY_MS - 2 * RESTART_EVERY_MS);
  net.heal();
  await pass(RESTART_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('good');
  net.cut('failed');
  await pass(LINK_RETRY_MS - 500);
  expect(linkTo(caller, giulia)?.link).toBe('reconnecting');
});

test('a link that never connects is lost too', async () => {
  const { server, page, enter, pass } = createWorld();
  server.passes = () => false;
  const caller = await enter(page(luca));
  const callee = await enter(page(giulia));
  await pass(LINK_RETRY_MS);
  expect(caller.events).toEqual(['connected', 'joined Giulia', 'lost Giulia']);
  expect(callee.events).toEqual(['joined Luca', 'connected', 'lost Luca']);
});

test('after a server restart all join again with the same session, and the links go on', async () => {
  const { server, pair } = createWorld();
  const { caller, callee } = await pair();
  clearEvents(caller, callee);
  const reconnect = server.restart();
  expect(linkTo(caller, giulia)?.link).toBe('good');
  caller.transport.send(hello);
  reconnect();
  await settled();
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect([offersOf(caller), offersOf(callee)]).toEqual([[1], [0]]);
  expect(callee.events).toContain('media from Luca');
  expect([...caller.events, ...callee.events].filter((event) => /left|lost|reachable/.test(event))).toEqual([]);
});

test('a link that broke while the server was down is retried as soon as it is back', async () => {
  const { net, server, pair, pass } = createWorld();
  const { caller, callee } = await pair();
  const reconnect = server.restart();
  net.cut('failed');
  await pass(10_000);
  net.heal();
  reconnect();
  await settled();
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect(linkTo(callee, luca)?.link).toBe('good');
});

test('a reloaded page has a new session: it gets a new link, and the old one is closed', async () => {
  const { page, enter, pair } = createWorld();
  const { caller, callee } = await pair();
  const before = linkTo(caller, giulia)?.stream;
  callee.socket.close();
  for (const connection of callee.connections) connection.close();
  expect(linkTo(caller, giulia)).toMatchObject({ link: 'reconnecting', stream: before });
  const reloaded = await enter(page(giulia));
  expect(linkTo(caller, giulia)?.link).toBe('good');
  expect(linkTo(caller, giulia)?.stream).not.toBe(before);
  expect(linkTo(reloaded, luca)?.link).toBe('good');
  expect(caller.transport.peers()).toHaveLength(1);
  expect(caller.connections.map(({ signalingState }) => signalingState)).toEqual(['closed', 'stable']);
});

test('a second page of the same user replaces the first, which is notified', async () => {
  const { page, enter, pair } = createWorld();
  const { caller, callee } = await pair();
  clearEvents(caller, callee);
  const second = await enter(page(giulia));
  expect(caller.events).toEqual(['left Giulia', 'joined Giulia', 'reachable Giulia']);
  expect(linkTo(second, luca)?.link).toBe('good');
  expect(linkTo(second, giulia)).toBeUndefined();
  const gone = { callUniqueId: CALL_ID, contactUniqueId: giulia.uniqueId };
  callee.socket.deliver({ type: 'peerLeft', ...gone, session: 'session-2' });
  callee.socket.deliver({ type: 'peerJoined', ...gone, session: 'session-3' });
  expect(callee.events.filter((event) => event === 'replaced')).toHaveLength(2);
  callee.transport.leave();
  expect(callee.socket.sent.map(({ type }) => type)).not.toContain('leave');
});

test.each(['tokenExpired', 'notAllowed'])('a token refused with %s is reported once', async (error) => {
  const { page, enter } = createWorld();
  const caller = await enter(page(luca));
  const refusal = { type: 'error', code: 401, error, message: '' } as const;
  caller.socket.deliver(refusal);
  expect(caller.events).toEqual(['connected']);
  caller.socket.isDead = true;
  caller.transport.join(participantOf([]));
  caller.socket.isDead = false;
  caller.socket.deliver({ ...refusal, error: 'invalidInput' });
  caller.socket.deliver(refusal);
  caller.socket.deliver(refusal);
  expect(caller.events).toEqual(['connected', 'refused']);
});

test('a page that is still alone and joins again gives the new credentials to the connection that it has ready', async () => {
  const { page, enter } = createWorld();
  const caller = await enter(page(luca));
  const relay = { urls: ['turn:192.0.2.1'], username: 'later', credential: 'secret' };
  caller.transport.join({ ...participantOf([]), iceServers: [relay] });
  await settled();
  await enter(page(giulia));
  expect(caller.connections.map(({ iceServers }) => iceServers)).toEqual([[relay]]);
});

test('a page that joins again gives its links the new credentials of the relay', async () => {
  const { pair } = createWorld();
  const { caller } = await pair();
  const relay = { urls: ['turn:relay.example'], username: 'later', credential: 'secret' };
  caller.transport.join({ ...participantOf([]), iceServers: [relay] });
  await settled();
  expect(caller.connections.map(({ iceServers }) => iceServers)).toEqual([[relay]]);
});

test('leaving closes every link, notifies the others, and ends all events', async () => {
  const { pair } = createWorld();
  const { caller, callee } = await pair();
  clearEvents(caller, callee);
  callee.transport.leave();
  await settled();
  expect(caller.events).toEqual(['left Giulia']);
  expect(callee.connections[0]?.signalingState).toBe('closed');
  callee.socket.deliver({
    type: 'peerJoined',
    callUniqueId: CALL_ID,
    contactUniqueId: marco.uniqueId,
    session: 'session-9',
  });
  expect(callee.events).toEqual([]);
  expect(callee.transport.peers()).toEqual([]);
});

test('`drop` closes the link to a contact', async () => {
  const { pair } = createWorld();
  const { caller } = await pair();
  caller.transport.drop(giulia.uniqueId);
  expect(caller.events.at(-1)).toBe('left Giulia');
  expect(caller.connections[0]?.signalingState).toBe('closed');
});

test('signals of another call, for another page or from an old page are ignored', async () => {
  const { pair } = createWorld();
  const { caller, callee } = await pair();
  const { to: _, ...offer } = firstOfferOf(callee, luca);
  const said = signalsOf(caller).length;
  const hostile = { ...offer, from: giulia.uniqueId };
  caller.socket.deliver({ ...hostile, callUniqueId: OTHER_CALL_ID });
  caller.socket.deliver({ ...hostile, toSession: 'session-9' });
  caller.socket.deliver({ ...hostile, session: 'session-9' });
  caller.socket.deliver({ ...hostile, from: marco.uniqueId, description: { type: 'rollback' } });
  await settled();
  expect(signalsOf(caller)).toHaveLength(said);
  expect(caller.transport.peers()).toHaveLength(1);
});

test('a description that the browser refuses leaves the link unchanged', async () => {
  const { pair } = createWorld();
  const { caller } = await pair();
  const signal = { type: 'signal', callUniqueId: CALL_ID, from: giulia.uniqueId, session: 'session-2' } as const;
  caller.socket.deliver({ ...signal, toSession: 'session-1', description: { type: 'offer', sdp: 'not sdp' } });
  caller.socket.deliver({ ...signal, toSession: 'session-1', candidate: { candidate: 'nowhere' } });
  await settled();
  expect(linkTo(caller, giulia)?.link).toBe('good');
});

test('a flood of messages is dropped, and later messages are received again', async () => {
  const { pair, pass } = createWorld();
  const { caller, callee } = await pair();
  clearEvents(caller);
  for (let times = 0; times < TOKENS_MAX + 1_000; times += 1) callee.transport.send(hello);
  await settled();
  expect(caller.events).toHaveLength(TOKENS_MAX);
  await pass(1_000);
  callee.transport.send(hello);
  await settled();
  expect(caller.events).toHaveLength(TOKENS_MAX + 1);
});

test('a link is weak after one bad sample, and good after some good ones', async () => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  const inbound = { type: 'inbound-rtp', packetsReceived: 90, packetsLost: 10 };
  net.stats = [inbound];
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('weak');
  net.stats = [{ ...inbound, packetsReceived: 290 }];
  await pass((GOOD_SAMPLES - 1) * SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('weak');
  await pass(2 * SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('good');
});

test.each([
  { what: 'a long round trip', stats: { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.8 } },
  { what: 'packets lost on the way to the peer', stats: { type: 'remote-inbound-rtp', fractionLost: 0.2 } },
])('$what is a weak link', async ({ stats }) => {
  const { net, pair, pass } = createWorld();
  const { caller } = await pair();
  net.stats = [stats];
  await pass(SAMPLE_EVERY_MS);
  expect(linkTo(caller, giulia)?.link).toBe('weak');
});

test('a large message arrives whole, in packets of at most 60,000 bytes', async () => {
  const { pair } = createWorld();
  const { caller, callee } = await pair();
  caller.transport.send({ type: 'picPreview', clientId: 'one', cryptoSchema: 1, preview: 'a'.repeat(PREVIEW_MAX) });
  await settled();
  expect(callee.events.at(-1)).toBe('picPreview from Luca');
});
