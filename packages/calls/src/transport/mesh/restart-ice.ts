import type { PeerConnection } from '../../ports';

/** For retransmissions (RFC 4588). Browsers can do without: they repeat lost packets in the stream itself. */
const RETRANSMISSION = 'video/rtx';
const hasRetransmission = (description: RTCSessionDescription | null) =>
  /^a=rtpmap:\d+ rtx\//im.test(description?.sdp ?? '');

/** In the order that both sides have agreed on, so that the next offer changes no format. */
function inAgreedOrder(codecs: readonly RTCRtpCodec[], { sender }: RTCRtpTransceiver): RTCRtpCodec[] {
  const agreed = (sender.getParameters().codecs ?? []).map(({ mimeType }) => mimeType);
  const placeOf = ({ mimeType }: RTCRtpCodec) => (agreed.includes(mimeType) ? agreed.indexOf(mimeType) : agreed.length);
  return codecs.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function renewPictures(connection: PeerConnection) {
  const codecs = globalThis.RTCRtpReceiver?.getCapabilities?.('video')?.codecs ?? [];
  const isOffered = !hasRetransmission(connection.remoteDescription);
  const offered = codecs.filter(({ mimeType }) => isOffered || mimeType.toLowerCase() !== RETRANSMISSION);
  for (const transceiver of connection.getTransceivers())
    if (transceiver.receiver.track.kind === 'video')
      transceiver.setCodecPreferences?.(inAgreedOrder(offered, transceiver));
}

/**
 * Finds a new way with the next offer, and begins the streams of pictures anew on it: the offer contains the format for retransmissions
 * if the present agreement lacks it, and otherwise does not, because browsers recreate both ends of a stream whose formats change.
 *
 * With a stream that goes on, Chromium (156) measures the new way with packets of the last three seconds, and repeats those that the
 * peer misses. The peer takes them for what has just been sent, expects all later pictures to be as late, and shows none for so long.
 */
export function restartIce(connection: PeerConnection): void {
  try {
    renewPictures(connection);
  } catch {
    // A browser that refuses the formats keeps its streams.
  }
  connection.restartIce();
}
