/** What this page wishes of the sound that it receives, in the descriptions that it sends. */

/**
 * Ms of sound in a packet. With the usual 20 the headers alone take as much as the sound, and a link of 50 kbit/s has no room for a
 * picture (RFC 8866, 6.4).
 */
const PACKET_MS = 40;

/**
 * Asks for fewer packets, and for silence to be sent as silence (Opus DTX, RFC 7587, 6.1). Browsers ask for FEC by themselves. An SDP
 * without Opus stays as it is.
 */
export function askForFrugalSound(sdp: string): string {
  const opus = /^a=rtpmap:(\d+) opus\/48000/im.exec(sdp)?.[1];
  if (opus === undefined) return sdp;
  return sdp
    .replace(new RegExp(`^(a=fmtp:${opus} (?!.*usedtx)[^\\r\\n]*)`, 'm'), `$1;usedtx=1`)
    .replace(
      new RegExp(`^(a=rtpmap:${opus} [^\\r\\n]*)(\\r?\\n)(?!a=ptime:${PACKET_MS})`, 'im'),
      `$1$2a=ptime:${PACKET_MS}$2`,
    );
}
