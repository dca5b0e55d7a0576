import type { MediaProblem, OpenedMedia } from '@earth/calls';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { session } from '../../../platform';
import { testProfile } from '../../../testing/people';
import * as pageMedia from '../adapters/media';
import * as callSession from '../model/call-session';
import { CameraDialog } from './CameraDialog';
import type { CameraMedia } from './use-camera';
import { AppScope, queries } from '../../../testing/scope';

vi.mock('../parts/StreamVideo', () => ({
  StreamVideo: ({ label }: { readonly label: string }) => <video aria-label={label} muted />,
}));

const picture = new Blob(['photo'], { type: 'image/jpeg' });
const stop = vi.fn<() => void>();
let track: MediaStreamTrack;
let permission: PermissionState;
const open = vi.fn<CameraMedia['open']>();
const photograph = vi.fn<CameraMedia['photograph']>();
const capture = vi.fn<CameraMedia['capture']>();
const onPicture = vi.fn<(file: File) => void>();
const onClose = vi.fn<() => void>();

const opened = (video: MediaStreamTrack | null, cameraProblem: MediaProblem | null = null): OpenedMedia => ({
  audio: null,
  video,
  facing: 'user',
  canFlip: false,
  cameraProblem,
  microphoneProblem: null,
});

beforeEach(async () => {
  vi.resetAllMocks();
  setLanguage('en');
  permission = 'granted';
  track = Object.assign(new EventTarget(), { stop, kind: 'video' }) as unknown as MediaStreamTrack;
  open.mockImplementation(async () => opened(track));
  photograph.mockResolvedValue(null);
  capture.mockResolvedValue(picture);
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  const media = { open, photograph, capture, permission: async () => permission };
  vi.spyOn(pageMedia, 'getPageMedia').mockReturnValue(media as unknown as ReturnType<typeof pageMedia.getPageMedia>);
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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
  expect(await screen.findByRole('img', { name: 'The picture that you took' })).toBeDefined();
  await press('Take another');
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  photograph.mockResolvedValue(new Blob(['whole'], { type: 'image/jpeg' }));
  await press('Take the picture');
  await press('Send');

  expect(open).toHaveBeenCalledExactlyOnceWith({ audio: false, video: true, facing: 'user', isTurned: false });
  const file = onPicture.mock.calls[0]?.[0];
  expect(file?.name).toMatch(/^photo-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.jpg$/);
  expect([file?.type, await file?.text()]).toEqual(['image/jpeg', 'whole']);
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(stop).toHaveBeenCalled();
});

test('the browser asks only after the explanation', async () => {
  permission = 'prompt';
  show();
  expect(await screen.findByText(/^To take a picture, the browser has to allow the camera/)).toBeDefined();
  expect(open).not.toHaveBeenCalled();
  let answer: (media: OpenedMedia) => void = () => undefined;
  open.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await press('Allow the camera');
  expect(await screen.findByText('Answer your browser’s question…')).toBeDefined();
  await act(async () => answer(opened(track)));
  expect(await screen.findByRole('button', { name: 'Take the picture' })).toBeDefined();
});

test.each([
  ['en', 'refused', 'The camera is blocked', 'Try again', 'Take the picture'],
  ['it', 'refused', 'La fotocamera è bloccata', 'Riprova', 'Scatta la foto'],
  ['en', 'missing', 'No camera was found', 'Try again', 'Take the picture'],
  ['it', 'failed', 'La fotocamera non si è avviata: forse la usa un altro programma.', 'Riprova', 'Scatta la foto'],
] as const)(
  'in «%s» a camera that is %s shows «%s», and can be retried',
  async (language, problem, line, again, take) => {
    setLanguage(language);
    if (problem === 'refused') permission = 'denied';
    open.mockResolvedValueOnce(opened(null, problem));
    show();
    expect(await screen.findByText(line)).toBeDefined();
    expect(screen.queryByRole('list') !== null).toBe(problem === 'refused');
    if (problem === 'refused') open.mockReset().mockResolvedValue(opened(track));
    await press(again);
    expect(await screen.findByRole('button', { name: take })).toBeDefined();
  },
);

test('a camera without a picture, or unplugged, shows an error', async () => {
  capture.mockRejectedValue(new Error('no frame'));
  show();
  await press('Take the picture');
  expect(await screen.findByText('The picture was not taken. Try again.')).toBeDefined();
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(await screen.findByText(/^The camera did not start/)).toBeDefined();
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
  expect(stop).toHaveBeenCalled();
});
