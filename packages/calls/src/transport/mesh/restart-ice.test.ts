import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeStream } from '../../testing/fake-media';
import { FakeNet } from '../../testing/fake-peer-connection';
import { askForBothKinds, openConnection } from './peer-link';
import { restartIce } from './restart-ice';

const codecs = ['video/VP8', 'video/rtx', 'video/red', 'video/H264'].map((mimeType) => ({
  mimeType,
  clockRate: 90_000,
}));

beforeEach(() => vi.stubGlobal('RTCRtpReceiver', { getCapabilities: () => ({ codecs }) }));
afterEach(() => vi.unstubAllGlobals());

/** What a restart offers for sound and for pictures if the peer has agreed to these formats. */
function offeredAfter(rtpmap: string, agreed: readonly unknown[] = []) {
  const opened = openConnection({ iceServers: [], createPeerConnection: new FakeNet().create });
  askForBothKinds(opened, createFakeStream());
  const { connection } = opened;
  const offered: string[] = [];
  for (const transceiver of connection.getTransceivers()) {
    transceiver.sender.getParameters = () => ({ codecs: agreed }) as RTCRtpSendParameters;
    transceiver.setCodecPreferences = (preferred) => {
      for (const { mimeType } of preferred) offered.push(`${transceiver.receiver.track.kind}: ${mimeType}`);
    };
  }
  restartIce(Object.assign(connection, { remoteDescription: { type: 'answer', sdp: `m=video\r\n${rtpmap}\r\n` } }));
  return offered;
}

test('a restart offers no retransmissions if both sides have agreed on them: their streams of pictures begin anew', () => {
  expect(offeredAfter('a=rtpmap:97 rtx/90000')).toEqual(['video: video/VP8', 'video: video/red', 'video: video/H264']);
});

test('a restart offers retransmissions if the sides do without them', () => {
  expect(offeredAfter('a=rtpmap:96 VP8/90000')).toEqual(codecs.map(({ mimeType }) => `video: ${mimeType}`));
});

test('a browser that refuses the formats restarts all the same', () => {
  const opened = openConnection({ iceServers: [], createPeerConnection: new FakeNet().create });
  askForBothKinds(opened, createFakeStream());
  for (const transceiver of opened.connection.getTransceivers())
    transceiver.setCodecPreferences = () => {
      throw new DOMException('Not supported', 'InvalidModificationError');
    };
  const restart = vi.spyOn(opened.connection, 'restartIce');
  restartIce(opened.connection);
  expect(restart).toHaveBeenCalledOnce();
});

test('a restart keeps the order of formats that both sides have agreed on', () => {
  const [vp8, , , h264] = codecs;
  expect(offeredAfter('a=rtpmap:97 rtx/90000', [h264, vp8])).toEqual([
    'video: video/H264',
    'video: video/VP8',
    'video: video/red',
  ]);
});
