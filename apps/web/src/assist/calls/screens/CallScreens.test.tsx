import type { CallSession, CallView } from '@earth/calls';
import { DEVICE_CHECK_MS, NOT_GENUINE } from '@earth/contracts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentScope, session } from '../../../platform';
import * as config from '../../../platform/config';
import { testCaller, testDrawing, testInCall, testLocal, testPerson } from '../../../testing/calls';
import { inConversation } from '../../../testing/conversation';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { standInShell } from '../../../testing/shell';
import { createGate } from '../gate';
import { MESSAGE_FILE } from '../../../shared/call-queries';
import { silence } from '../adapters/tones';
import { createSmallCall } from '../model/small-call';
import { CallScreens } from './CallScreens';
import { queries } from '../../../testing/scope';

const calling: CallView = {
  phase: 'calling',
  targets: [testContact()],
  since: Date.now(),
  isRinging: true,
  local: testLocal,
};

/** The answered person is not connected yet. */
const connecting = (stream: MediaStream | null = null) =>
  testInCall({ people: [testPerson({ link: 'connecting', hasAudio: false, hasVideo: false, stream })] });

/** The screens with a fake session, whose view the test sets. `remount` leaves the session as it is. */
function renderScreens() {
  let view: CallView = calling;
  const listeners = new Set<() => void>();
  const session = {
    getView: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    points: { get: () => [], lines: () => [], subscribe: () => () => {} },
    point: () => {},
    setChatOpen: () => {},
    markPicsSeen: () => {},
    drawing: testDrawing(),
  } as unknown as CallSession;
  const camera = {
    hasCamera: async () => true,
    permission: async () => 'granted' as const,
    prepare: () => Promise.reject(new Error('not used')),
    release: () => {},
  };
  const mount = () =>
    render(
      <CallScreens
        session={session}
        gate={createGate(camera, 'environment')}
        me={testProfile({ uniqueId: testCaller.uniqueId })}
      />,
      {
        wrapper: inConversation(),
      },
    );
  let mounted = mount();
  const show = (next: CallView) =>
    act(() => {
      view = next;
      for (const listener of listeners) listener();
    });
  return Object.assign(show, {
    remount() {
      mounted.unmount();
      mounted = mount();
      act(() => void vi.advanceTimersByTime(10_000));
    },
  });
}

const width = Object.assign(new EventTarget(), { matches: false });

function makeWide(isWide: boolean) {
  width.matches = isWide;
  width.dispatchEvent(new Event('change'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(config, 'getConfig').mockReturnValue({ cryptoSchema: 1 } as ReturnType<typeof config.getConfig>);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  makeWide(false);
  vi.spyOn(window, 'matchMedia').mockReturnValue(width as unknown as MediaQueryList);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const controls = () => screen.queryByRole('button', { name: 'Turn the camera off' });

test('an answered call shows the picture first, then the whole screen', () => {
  const show = renderScreens();
  expect(screen.getByRole('heading', { name: 'Calling…' })).toBeDefined();
  show(connecting());
  expect(screen.getByRole('heading', { name: 'Connecting…' })).toBeDefined();
  show(testInCall({ people: [testPerson({ stream: { getTracks: () => [] } as unknown as MediaStream })] }));
  expect(controls()).toBeNull();
  const video = screen.getByLabelText('Giulia, live');
  Object.defineProperties(video, { videoWidth: { value: 640 }, videoHeight: { value: 480 } });
  fireEvent.loadedData(video);
  expect(controls()).not.toBeNull();
});

test('while the call is joined, the person who is awaited is shown once', () => {
  const show = renderScreens();
  const faces = () => screen.getAllByText('AV').length;
  const anna = testContact({ name: 'Anna Villa' });
  show({ ...calling, targets: [anna] });
  expect(faces()).toBe(1);
  const view = testInCall({ people: [testPerson({ contact: anna, link: 'connecting', hasVideo: false })] });
  show({ ...view, call: { ...view.call, caller: anna } });
  expect(screen.getByRole('heading', { name: 'Connecting…' })).toBeDefined();
  expect(faces()).toBe(1);
});

test('sound plays at once, without a break when the screen is built', () => {
  const show = renderScreens();
  const stream = { getTracks: () => [] } as unknown as MediaStream;
  show(connecting(stream));
  const sound = screen.getByTestId('remote-audio');
  expect(controls()).toBeNull();
  act(() => void vi.advanceTimersByTime(4000));
  expect(controls()).not.toBeNull();
  expect(screen.getByTestId('remote-audio')).toBe(sound);
});

test('with a link but no picture, the screen waits only for a moment', () => {
  const show = renderScreens();
  show(testInCall({ people: [testPerson({ link: 'good', hasVideo: false })] }));
  expect(controls()).toBeNull();
  act(() => void vi.advanceTimersByTime(700));
  expect(controls()).not.toBeNull();
});

test('without a link, the screen waits for a few seconds at most', () => {
  const show = renderScreens();
  show(connecting());
  act(() => void vi.advanceTimersByTime(3999));
  expect(controls()).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(controls()).not.toBeNull();
});

test('a call made small leaves the page usable; what somebody shows, and one tap, make it large again', async () => {
  const page = document.createElement('div');
  page.id = 'root';
  document.body.append(page);
  const show = renderScreens();
  const stream = { getTracks: () => [] } as unknown as MediaStream;
  const people = [testPerson({ stream })];
  const inCall = testInCall({ people, unreadMessages: 2 });
  show(inCall);
  act(() => void vi.advanceTimersByTime(10_000));
  expect([page.inert, screen.queryByRole('dialog') !== null]).toEqual([true, true]);
  const sound = screen.getByTestId('remote-audio');

  const shrink = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Make the call small' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  };
  await shrink();
  expect([page.inert, screen.queryByRole('dialog')]).toEqual([false, null]);
  const small = within(screen.getByRole('complementary', { name: 'Call with Giulia' }));
  expect(small.getByRole('img', { name: 'Chat, 2 new messages' })).toBeTruthy();
  expect(screen.getByTestId('remote-audio')).toBe(sound);
  fireEvent.click(small.getByRole('button', { name: 'Back to the call' }));
  expect(screen.queryByTestId('small-call')).toBeNull();

  await shrink();
  expect(screen.getByTestId('small-call')).toBeTruthy();
  show({ ...inCall, selectedPicId: 'pic' });
  expect(screen.queryByTestId('small-call')).toBeNull();
  page.remove();
});

test('a small call stays small, and in the corner to which it was moved, when its screens are mounted anew; the next call is large', async () => {
  const show = renderScreens();
  const people = [testPerson({ stream: { getTracks: () => [] } as unknown as MediaStream })];
  const inCall = testInCall({ people, selectedPicId: 'pic' });
  show(inCall);
  act(() => void vi.advanceTimersByTime(10_000));
  fireEvent.click(screen.getByRole('button', { name: 'Make the call small' }));
  const place = () => {
    const { x, y } = screen.getByTestId('small-call').dataset;
    return { x, y };
  };
  expect(place()).toMatchObject({ x: 'right', y: 'top' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move the call' }), { key: 'ArrowDown' });
  fireEvent.click(screen.getByRole('button', { name: 'Move the call' }));
  expect(place()).toMatchObject({ x: 'left', y: 'bottom' });
  expect(screen.getByText('Bottom left')).toBeTruthy();
  show.remount();
  expect(place()).toMatchObject({ x: 'left', y: 'bottom' });

  show({ ...inCall, call: { ...inCall.call, uniqueId: 'the next call' } });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.queryByTestId('small-call')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Make the call small' }));
  expect(place()).toMatchObject({ x: 'right', y: 'top' });
});

test('devices are polled every five seconds while no call is active, and not during a call', async () => {
  const enumerateDevices = vi.fn<() => Promise<MediaDeviceInfo[]>>(async () => []);
  Object.defineProperty(navigator, 'mediaDevices', {
    value: Object.assign(new EventTarget(), { enumerateDevices }),
    configurable: true,
  });
  const show = renderScreens();
  await act(() => vi.advanceTimersByTimeAsync(3 * DEVICE_CHECK_MS));
  expect(enumerateDevices).not.toHaveBeenCalled();

  show({ phase: 'idle' });
  await act(() => vi.advanceTimersByTimeAsync(2 * DEVICE_CHECK_MS));
  expect(enumerateDevices).toHaveBeenCalledTimes(3);

  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('the chat marks a message that is not genuine, and a file that is not its message’s, without content', () => {
  const show = renderScreens();
  const file = { fileName: 'P-204.pdf', fileSize: 1000, fileUrl: '/storage/calls/call/f.bin' };
  const luca = { uniqueId: 'l', name: 'Luca' };
  const messages = [
    { ...testMessage(luca, 1, { ...file, text: NOT_GENUINE }), callUniqueId: 'call', state: 'stored' },
    { ...testMessage(luca, 2, { fileName: 'gauge.png', text: 'gauge.png' }), callUniqueId: 'call', state: 'stored' },
  ] as const;
  queries().setQueryData([MESSAGE_FILE, messages[1].uniqueId], NOT_GENUINE);
  const stream = { getTracks: () => [] } as unknown as MediaStream;
  show(testInCall({ people: [testPerson({ stream })], messages }));
  act(() => void vi.advanceTimersByTime(10_000));
  fireEvent.click(screen.getByRole('button', { name: /^Chat/ }));
  const chat = within(screen.getByRole('log'));
  expect(chat.getAllByText(/^Not genuine/).map((mark) => mark.querySelector('svg') !== null)).toEqual([true, true]);
  expect(chat.queryByRole('button', { name: /P-204|gauge/ })).toBeNull();
});

test('while the browser blocks the ring’s sound, the screen says how to enable it', () => {
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  const show = renderScreens();
  const { call, subject } = testInCall();
  silence.setState({ isSilenced: true });
  show({ phase: 'incoming', call, subject, since: Date.now(), timeoutSeconds: 30 });
  const hint = () => screen.queryByText('Turn on the ringtone');
  act(() => void vi.advanceTimersByTime(200));
  expect(hint()).not.toBeNull();
  act(() => silence.setState({ isSilenced: false }));
  expect(hint()).toBeNull();
});

test('the phone shows over its lock screen the screen of a call alone, after it is drawn', async () => {
  const shell = standInShell({ Telephone: { setCallScreen: () => undefined } });
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  const told = () => shell.optionsOf('Telephone', 'setCallScreen').map(({ isShown }) => isShown);
  const draw = (frames: number) => act(() => vi.advanceTimersByTimeAsync(frames * 16));
  const small = currentScope().get(createSmallCall);
  const inCall = testInCall();
  const show = renderScreens();
  show({ phase: 'idle' });
  await draw(2);
  const before = told().length;
  const now = () => told().slice(before);

  show({ phase: 'incoming', call: inCall.call, subject: null, since: Date.now(), timeoutSeconds: 30 });
  await draw(1);
  expect(now()).toEqual([]);
  await draw(1);
  expect(now()).toEqual([true]);
  // The phone is turned, or the window is made larger: the ring is a card beside the page.
  act(() => makeWide(true));
  expect(now()).toEqual([true, false]);
  act(() => makeWide(false));
  await draw(2);
  show(inCall);
  await draw(2);
  act(() => small.setState({ callId: inCall.call.uniqueId }));
  expect(now()).toEqual([true, false, true, false]);
  act(() => small.setState({ callId: null }));
  await draw(2);
  show({ phase: 'idle' });
  expect(now()).toEqual([true, false, true, false, true, false]);
});

test('the screen stays on from the first ring to the end of the call', async () => {
  let locks = 0;
  const request = async () => {
    locks += 1;
    return { release: async () => void (locks -= 1) };
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  try {
    const show = renderScreens();
    await vi.waitFor(() => expect(locks).toBe(1));
    show(connecting());
    show({ phase: 'idle' });
    await vi.waitFor(() => expect(locks).toBe(0));
  } finally {
    Reflect.deleteProperty(navigator, 'wakeLock');
  }
});
