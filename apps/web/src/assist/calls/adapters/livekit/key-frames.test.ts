import { expect, test, vi } from 'vitest';
import { createKeyFrameSender } from './key-frames';

const senderOf = (setParameters: RTCRtpSender['setParameters']) =>
  ({ getParameters: () => ({ encodings: [{ rid: 'q' }, { rid: 'h' }] }), setParameters }) as unknown as RTCRtpSender;

test('one whole picture, in all sizes, for several who ask at the same time', () => {
  vi.useFakeTimers();
  const setParameters = vi.fn<RTCRtpSender['setParameters']>(() => Promise.resolve());
  const send = createKeyFrameSender(() => senderOf(setParameters));
  send();
  send();
  expect(setParameters).toHaveBeenCalledOnce();
  expect(setParameters.mock.lastCall?.[1]).toEqual({ encodingOptions: [{ keyFrame: true }, { keyFrame: true }] });
  vi.advanceTimersByTime(200);
  send();
  expect(setParameters).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('a refusal of the browser, and a picture that is not sent, disturb nothing', async () => {
  const refuses = vi.fn<RTCRtpSender['setParameters']>(() => Promise.reject(new DOMException('', 'InvalidStateError')));
  createKeyFrameSender(() => senderOf(refuses))();
  createKeyFrameSender(() => undefined)();
  await vi.waitFor(() => expect(refuses).toHaveBeenCalledOnce());
});
