import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session, writeChosen } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import { testProfile } from '../../../testing/people';
import { AppScope, queries } from '../../../testing/scope';
import * as pageMedia from '../adapters/media';
import * as callSession from '../model/call-session';
import { CameraDialog } from './CameraDialog';

class TestTrack extends EventTarget {
  readonly kind = 'video';
  readyState = 'live';
  muted = false;
  getSettings = () => ({});
  stop() {
    this.readyState = 'ended';
  }
}

const picture = new Blob(['photo'], { type: 'image/jpeg' });
let track: TestTrack;
let permission: PermissionState;
const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<unknown>>();
const photograph = vi.fn<() => Promise<Blob | null>>();
const capture = vi.fn<() => Promise<Blob>>();
const onPicture = vi.fn<(file: File) => void>();
const onClose = vi.fn<() => void>();

const streamOf = (one: TestTrack) => ({ getVideoTracks: () => [one] });
const failure = (name: string) => Object.assign(new Error(''), { name });

beforeEach(async () => {
  vi.resetAllMocks();
  localStorage.clear();
  setLanguage('en');
  permission = 'granted';
  track = new TestTrack();
  vi.stubGlobal('MediaStreamTrack', TestTrack);
  vi.stubGlobal('MediaStream', EventTarget);
  getUserMedia.mockImplementation(async () => streamOf(track));
  const mediaDevices = { getUserMedia, enumerateDevices: async () => [] };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  photograph.mockResolvedValue(null);
  capture.mockResolvedValue(picture);
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  const media = { photograph, capture, permission: async () => permission };
  vi.spyOn(pageMedia, 'getPageMedia').mockReturnValue(media as unknown as ReturnType<typeof pageMedia.getPageMedia>);
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const show = () =>
  render(
    <AppScope>
      <CameraDialog onPicture={onPicture} onClose={onClose} />
    </AppScope>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('a picture is taken, reviewed, taken again and sent, without opening the microphone', async () => {
  const { unmount } = show();
  await press('Take the picture');
  expect(await screen.findByRole('img', { name: 'The picture you took' })).toBeDefined();
  await press('Take another');
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  photograph.mockResolvedValue(new Blob(['whole'], { type: 'image/jpeg' }));
  await press('Take the picture');
  await press('Send');

  expect(getUserMedia).toHaveBeenCalledOnce();
  expect(getUserMedia.mock.lastCall).toMatchObject([{ audio: false, video: { facingMode: { ideal: 'user' } } }]);
  const file = onPicture.mock.calls[0]?.[0];
  expect(file?.name).toMatch(/^photo-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.jpg$/);
  expect([file?.type, await file?.text()]).toEqual(['image/jpeg', 'whole']);
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(track.readyState).toBe('ended');
});

test('the camera that was chosen for calls is opened', async () => {
  writeChosen('camera', 'stand');
  show();
  await screen.findByRole('button', { name: 'Take the picture' });
  expect(getUserMedia.mock.lastCall).toMatchObject([{ video: { deviceId: { exact: 'stand' } } }]);
});

test('the browser asks only after the explanation', async () => {
  permission = 'prompt';
  show();
  expect(await screen.findByText(/^Allow the camera to take a picture/)).toBeDefined();
  expect(getUserMedia).not.toHaveBeenCalled();
  await press('Allow the camera');
  expect(await screen.findByRole('button', { name: 'Take the picture' })).toBeDefined();
});

test.each([
  ['en', 'NotAllowedError', 'The camera is blocked', 'Try again', 'Take the picture'],
  ['it', 'NotAllowedError', 'La fotocamera è bloccata', 'Riprova', 'Scatta la foto'],
  ['en', 'NotFoundError', 'No camera found', 'Try again', 'Take the picture'],
  ['it', 'NotReadableError', /^Impossibile avviare la fotocamera/, 'Riprova', 'Scatta la foto'],
] as const)('in «%s» %s shows «%s», and can be retried', async (language, problem, line, again, take) => {
  setLanguage(language);
  if (problem === 'NotAllowedError') permission = 'denied';
  getUserMedia.mockRejectedValueOnce(failure(problem));
  show();
  expect(await screen.findByText(line)).toBeDefined();
  expect(screen.queryByRole('list') !== null).toBe(problem === 'NotAllowedError');
  await press(again);
  expect(await screen.findByRole('button', { name: take })).toBeDefined();
});

test('a camera without a picture, or unplugged, shows an error', async () => {
  capture.mockRejectedValue(new Error('no frame'));
  show();
  await press('Take the picture');
  expect(await screen.findByText('Couldn’t take the picture. Try again.')).toBeDefined();
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(await screen.findByText('The camera was interrupted')).toBeDefined();
  expect(onPicture).not.toHaveBeenCalled();
});

test('a call that begins gets the camera', async () => {
  const calls = vi.spyOn(callSession, 'useCall');
  const { rerender } = show();
  await screen.findByRole('button', { name: 'Take the picture' });
  const calling = { phase: 'incoming' } as ReturnType<typeof callSession.useCall>['view'];
  calls.mockReturnValue({ view: calling } as ReturnType<typeof callSession.useCall>);
  rerender(<CameraDialog onPicture={onPicture} onClose={onClose} />);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(track.readyState).toBe('ended');
});
