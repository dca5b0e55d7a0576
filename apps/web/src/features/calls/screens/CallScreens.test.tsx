import type { CallSession, CallView, Person } from '@earth/calls';
import type { Contact, Profile } from '@earth/contracts';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '../gate';
import { CallScreens } from './CallScreens';

const luca = { uniqueId: 'luca', name: 'Luca Moretti', role: { code: 'ASSISTED' } } as Contact;
const giulia = { uniqueId: 'giulia', name: 'Giulia Ferri', role: { code: 'OPERATOR' } } as Contact;

const personWith = (hasVideo: boolean, stream: MediaStream | null): Person => ({
  contact: giulia,
  color: '#ffd23f',
  state: 'joined',
  link: hasVideo ? 'good' : 'connecting',
  stream,
  hasAudio: hasVideo,
  hasVideo,
  isScreen: false,
  camera: null,
});

const local = {
  stream: null,
  audioOn: true,
  videoOn: true,
  isScreen: false,
  facing: 'environment',
  canFlip: false,
  torch: null,
  zoom: null,
  cameraProblem: null,
  microphoneProblem: null,
  cameraInstead: null,
  microphoneInstead: null,
} as const;

const calling: CallView = { phase: 'calling', targets: [giulia], since: Date.now(), isRinging: true, local };

const inCall = (hasVideo: boolean, stream: MediaStream | null = null) =>
  ({
    phase: 'inCall',
    call: { uniqueId: 'call', cryptoSchema: 1, caller: luca },
    subject: 'The seal drips',
    since: Date.now(),
    people: [personWith(hasVideo, stream)],
    me: { color: '#ff7ab8', isController: false },
    local,
    cameraAskedBy: null,
    cameraHeldBy: [],
    mode: 'GUIMODE_LIVECAMERA',
    selectedPicId: null,
    shownBy: null,
    snapshots: [],
    unanswered: [],
    unseenPics: 0,
    messages: [],
    unreadMessages: 0,
    isServerAway: false,
  }) as unknown as CallView;

/** The screens over a session that shows whatever it is told to. */
function renderScreens() {
  let view: CallView = calling;
  const listeners = new Set<() => void>();
  const session = {
    getView: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    points: { get: () => [], subscribe: () => () => {} },
    point: () => {},
    setChatOpen: () => {},
    markPicsSeen: () => {},
  } as unknown as CallSession;
  const camera = {
    hasCamera: async () => true,
    permission: async () => 'granted' as const,
    prepare: () => Promise.reject(new Error('not used')),
    release: () => {},
  };
  render(<CallScreens session={session} gate={createGate(camera, 'environment')} me={luca as unknown as Profile} />, {
    wrapper: MantineProvider,
  });
  return (next: CallView) =>
    act(() => {
      view = next;
      for (const listener of listeners) listener();
    });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  const narrow = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const controls = () => screen.queryByRole('button', { name: 'Turn the camera off' });

test('an answered call shows the picture first, and then what stands around it', () => {
  const show = renderScreens();
  expect(screen.getByRole('heading', { name: 'Calling…' })).toBeDefined();
  show(inCall(false));
  expect(screen.getByRole('heading', { name: 'Connecting…' })).toBeDefined();
  show(inCall(true, { getTracks: () => [] } as unknown as MediaStream));
  expect(controls()).toBeNull();
  const video = screen.getByLabelText('Giulia, live');
  Object.defineProperties(video, { videoWidth: { value: 640 }, videoHeight: { value: 480 } });
  fireEvent.loadedData(video);
  expect(controls()).not.toBeNull();
});

test('who has answered is heard at once, and without a break when the screen is built', () => {
  const show = renderScreens();
  const stream = { getTracks: () => [] } as unknown as MediaStream;
  show(inCall(false, stream));
  const sound = screen.getByTestId('remote-audio');
  expect(controls()).toBeNull();
  act(() => void vi.advanceTimersByTime(700));
  expect(controls()).not.toBeNull();
  expect(screen.getByTestId('remote-audio')).toBe(sound);
});

test('a picture that does not come holds the call up for a moment only', () => {
  const show = renderScreens();
  show(inCall(false));
  expect(controls()).toBeNull();
  act(() => void vi.advanceTimersByTime(700));
  expect(controls()).not.toBeNull();
});
