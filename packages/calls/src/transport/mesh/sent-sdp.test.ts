import { expect, test } from 'vitest';
import { askForFrugalSound } from './sent-sdp';

/** From an offer of Chromium. */
const sdp = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=rtpmap:111 opus/48000/2',
  'a=rtcp-fb:111 transport-cc',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:63 red/48000/2',
  'a=fmtp:63 111/111',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=rtpmap:96 VP8/90000',
  '',
].join('\r\n');

test('asks for silence as silence and for fewer packets, of the sound only, and keeps the error correction', () => {
  const lines = askForFrugalSound(sdp).split('\r\n');
  expect(lines).toContain('a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1');
  expect(lines.filter((line) => line === 'a=ptime:40')).toHaveLength(1);
  expect(lines.indexOf('a=ptime:40')).toBeLessThan(lines.indexOf('m=video 9 UDP/TLS/RTP/SAVPF 96'));
  expect(lines.filter((line) => !/ptime:40|usedtx/.test(line))).toEqual(
    sdp.split('\r\n').filter((line) => !line.includes('useinbandfec')),
  );
});

test('a description that is sent again, or has no Opus, stays as it is', () => {
  expect(askForFrugalSound(askForFrugalSound(sdp))).toBe(askForFrugalSound(sdp));
  const without = sdp.replaceAll('opus', 'PCMU');
  expect(askForFrugalSound(without)).toBe(without);
});
