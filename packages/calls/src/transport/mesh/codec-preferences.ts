/** Which of the browser's formats a link offers. */

/**
 * Without the retransmission format (RFC 4588): lost packets are sent again in their own stream, which all browsers can do too.
 *
 * When a way changes, Chromium (156) measures the new one with packets of the last three seconds in this format. A peer that had not
 * received them decodes them as if they had just been sent, expects all later pictures to come as late, and shows none for so long.
 */
export function offerWithoutRetransmissionFormat(transceiver: RTCRtpTransceiver): void {
  // A browser that lacks either offers all that it has.
  const codecs = globalThis.RTCRtpReceiver?.getCapabilities?.('video')?.codecs;
  if (codecs)
    transceiver.setCodecPreferences?.(codecs.filter(({ mimeType }) => mimeType.toLowerCase() !== 'video/rtx'));
}
