import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { encodePeerMessage } from '../peer-messages';
import { createFakeStream, FakeTrack } from '../../testing/fake-media';
import { FakeNet } from '../../testing/fake-peer-connection';
import { hello, tracksOf } from '../../testing/mesh-world';
import { giulia } from '../../testing/people';
import { openConnection, PeerLink } from './peer-link';

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
    events: {
      changed: () => void events.push('changed'),
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
