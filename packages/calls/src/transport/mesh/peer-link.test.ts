import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { encodePeerMessage } from '../peer-messages';
import { asTrack, createFakeStream, FakeTrack } from '../../testing/fake-media';
import { FakeNet } from '../../testing/fake-peer-connection';
import { hello, tracksOf } from '../../testing/mesh-world';
import { giulia } from '../../testing/people';
import { type Deferred, deferred, settled } from '../../testing/promises';
import { askForBothKinds, openConnection, PeerLink, putTracks } from './peer-link';

test('closing a link removes its listeners from connection, channel and tracks', () => {
  const net = new FakeNet();
  const opened = openConnection({ iceServers: [], createPeerConnection: net.create });
  const events: string[] = [];
  const link = new PeerLink({
    contactId: giulia.uniqueId,
    session: 'session',
    isOfferer: false,
    isPolite: true,
    opened,
    tracks: tracksOf('Luca'),
    localStream: createFakeStream(),
    clock: new SimulatedClock(),
    createMediaStream: createFakeStream,
    signal: () => {},
    seal: async (description) => description,
    check: async () => ({ trust: null, key: null }),
    events: {
      changed: () => void events.push('changed'),
      quiet: () => void events.push('quiet'),
      reachable: () => void events.push('reachable'),
      message: ({ type }) => void events.push(type),
      lost: () => void events.push('lost'),
      firstGlare: () => void events.push('glare'),
    },
  });
  const [connection] = net.connections;
  const track = new FakeTrack('video', 'Giulia');
  const coming = Object.assign(new Event('track'), { track });
  const sayAll = () => {
    connection?.dispatchEvent(coming);
    connection?.dispatchEvent(new Event('connectionstatechange'));
    track.dispatchEvent(new Event('mute'));
    opened.channel.dispatchEvent(new Event('open'));
    opened.channel.dispatchEvent(Object.assign(new Event('message'), { data: encodePeerMessage(hello) }));
  };
  sayAll();
  expect(events).toEqual(['changed', 'changed', 'changed', 'reachable', 'media']);

  link.close();
  events.length = 0;
  sayAll();
  expect(events).toEqual([]);
});

/** A connection whose senders replace a track only when the test says so, one request after another, as browsers do. */
function openSlowly() {
  const opened = openConnection({ iceServers: [], createPeerConnection: new FakeNet().create });
  askForBothKinds(opened, createFakeStream());
  const replacing: Deferred<void>[] = [];
  for (const { sender } of opened.connection.getTransceivers()) {
    const replaceTrack = sender.replaceTrack.bind(sender);
    let chain = Promise.resolve();
    sender.replaceTrack = (track) => {
      const turn = deferred<void>();
      replacing.push(turn);
      chain = chain.then(() => turn.promise).then(() => replaceTrack(track));
      return chain;
    };
  }
  return {
    opened,
    requests: () => replacing.length,
    async finish() {
      for (const { resolve } of replacing) resolve();
      await settled();
    },
    async fail() {
      replacing.at(-1)?.reject(new DOMException('not now', 'InvalidModificationError'));
      await settled();
    },
    sent: () => opened.connection.getTransceivers().map(({ sender: { track } }) => track),
  };
}

test('a picture that is off and on again before it has ended is sent, and nothing is requested twice', async () => {
  const link = openSlowly();
  const [audio, video] = [asTrack(new FakeTrack('audio')), asTrack(new FakeTrack('video'))];
  putTracks(link.opened, { audio, video });
  await link.finish();
  expect(link.sent()).toEqual([audio, video]);

  putTracks(link.opened, { audio, video: null });
  putTracks(link.opened, { audio, video });
  putTracks(link.opened, { audio, video });
  await link.finish();
  expect(link.sent()).toEqual([audio, video]);
  expect(link.requests()).toBe(4);
});

test('a track that could not be replaced is requested again', async () => {
  const link = openSlowly();
  const video = asTrack(new FakeTrack('video'));
  putTracks(link.opened, { audio: null, video });
  await link.fail();
  expect(link.sent()).toEqual([null, null]);
  putTracks(link.opened, { audio: null, video });
  expect(link.requests()).toBe(2);
});
