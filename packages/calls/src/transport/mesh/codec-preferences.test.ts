import { expect, test, vi } from 'vitest';
import { offerWithoutRetransmissionFormat } from './codec-preferences';

const codec = (mimeType: string) => ({ mimeType, clockRate: 90_000 });

test('offers all formats of the browser but the one for retransmissions', () => {
  vi.stubGlobal('RTCRtpReceiver', {
    getCapabilities: () => ({
      codecs: [codec('video/VP8'), codec('video/rtx'), codec('video/red'), codec('video/H264')],
    }),
  });
  const setCodecPreferences = vi.fn<RTCRtpTransceiver['setCodecPreferences']>();
  offerWithoutRetransmissionFormat({ setCodecPreferences } as Partial<RTCRtpTransceiver> as RTCRtpTransceiver);
  vi.unstubAllGlobals();
  expect(setCodecPreferences).toHaveBeenCalledExactlyOnceWith(['video/VP8', 'video/red', 'video/H264'].map(codec));
});
