import { expect, test } from 'vitest';
import { permitted, withPolicy } from './frame-policy';

const ME = 'luca';

test('nobody is believed to send without encryption', () => {
  const request = { kind: 'enable', data: { participantIdentity: 'giulia', enabled: false } };
  expect(permitted(request, ME)).toEqual({ kind: 'enable', data: { participantIdentity: 'giulia', enabled: true } });
});

test('what is sent is encrypted with the own key, under whatever name the server gives', () => {
  for (const participantIdentity of ['x', 'giulia', ''])
    expect(permitted({ kind: 'encode', data: { participantIdentity, trackId: 'camera' } }, ME)).toEqual({
      kind: 'encode',
      data: { participantIdentity: ME, trackId: 'own/camera' },
    });
});

test('a received track never takes the place of one that is sent, though the server gives both the same id', () => {
  const encode = withPolicy('encode', { participantIdentity: ME, trackId: 'camera' }, ME);
  const decode = withPolicy('decode', { participantIdentity: 'x', trackId: 'camera' }, ME);
  expect(decode.trackId).not.toBe(encode.trackId);
  expect(decode.participantIdentity).toBe('x');
  for (const kind of ['removeTransform', 'updateCodec'])
    expect(
      permitted({ kind, data: { participantIdentity: ME, trackId: 'camera', previousTrackId: 'camera' } }, ME).data
        .trackId,
    ).toBe(decode.trackId);
});

test('the codec of an own track is changed', () => {
  const { data } = permitted({ kind: 'updateCodec', data: { participantIdentity: ME, trackId: 'camera' } }, ME);
  expect(data).toEqual({ participantIdentity: ME, trackId: 'own/camera' });
});

test('keys pass as they are', () => {
  const request = { kind: 'setKey', data: { participantIdentity: 'giulia', keyIndex: 3 } };
  expect(permitted(request, ME)).toEqual(request);
});
