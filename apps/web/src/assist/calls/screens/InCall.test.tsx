import type { ColoredStroke } from '@earth/annotations';
import type { CallActions, ChatMessage, Snapshot } from '@earth/calls';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { session } from '../../../platform';
import * as config from '../../../platform/config';
import { nothingDrawn, testDrawing, testInCall, testLocal, testPerson } from '../../../testing/calls';
import { inConversation } from '../../../testing/conversation';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { toastStore } from '../../../shared/toast';
import { InCall } from './InCall';
import type { InCallActions, InCallView } from './use-in-call';

const luca = testProfile();
const giulia = testContact();
const points = { get: () => [], lines: () => [], subscribe: () => () => {} };
const createActions = () =>
  ({
    setAudio: vi.fn<CallActions['setAudio']>(),
    setVideo: vi.fn<CallActions['setVideo']>(),
    sendMessage: vi.fn<CallActions['sendMessage']>(),
    sendFile: vi.fn<CallActions['sendFile']>(),
    openFile: vi.fn<CallActions['openFile']>(),
    point: vi.fn<CallActions['point']>(),
    freeze: vi.fn<CallActions['freeze']>(),
    takeSnapshot: vi.fn<CallActions['takeSnapshot']>(),
    shareScreen: vi.fn<CallActions['shareScreen']>(),
    selectPic: vi.fn<CallActions['selectPic']>(),
    retryPic: vi.fn<CallActions['retryPic']>(),
    deletePic: vi.fn<CallActions['deletePic']>(),
    setChatOpen: vi.fn<CallActions['setChatOpen']>(),
    markPicsSeen: vi.fn<CallActions['markPicsSeen']>(),
    drawing: testDrawing(),
  }) as unknown as InCallActions;

/** A file of Giulia. */
const withFile = (change: Partial<ChatMessage> = {}): Partial<InCallView> => ({
  messages: [
    {
      ...testMessage(giulia, 1, { text: 'P-204.pdf', fileName: 'P-204.pdf', fileSize: 1_250_000, fileUrl: '/f.bin' }),
      callUniqueId: 'call',
      state: 'stored',
      ...change,
    },
  ],
});

/** Giulia shows a snapshot. */
const showing = (more: Partial<Snapshot> = {}): Partial<InCallView> => ({
  mode: 'GUIMODE_ANNOTATIONS',
  selectedPicId: 'pic',
  shownBy: giulia.name,
  snapshots: [
    {
      pic: { uniqueId: 'pic', clientId: null, date: '2026-01-06T10:00:00.000Z' } as Snapshot['pic'],
      number: 3,
      state: 'ready',
      url: 'blob:1',
      isNew: false,
      canDelete: true,
      canDraw: true,
      takenBy: giulia.name,
      preview: null,
      ...more,
    },
  ],
});

/** Snapshots in these states, numbered from 1. */
const row = (...states: readonly Snapshot['state'][]): Snapshot[] =>
  states.flatMap((state, index) => {
    const uniqueId = `pic ${index + 1}`;
    const pic = { uniqueId, clientId: null, date: '2026-01-06T10:00:00.000Z' } as Snapshot['pic'];
    return showing({ pic, number: index + 1, state }).snapshots ?? [];
  });

/** A controller in a call with Giulia. */
const running = (): Partial<InCallView> => ({
  me: { color: '#ff7ab8', isController: true, mayDraw: true },
  people: [testPerson({ contact: giulia, stream: new MediaStream() })],
});

/** Only this media query matches; none: a phone. */
function holdOnly(media?: string) {
  const listening = { addEventListener() {}, removeEventListener() {} };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...listening, matches: query === media }) as unknown as MediaQueryList,
  );
}

function open(more: Partial<InCallView> = {}, me = luca) {
  const actions = createActions();
  const shown = (now: InCallView) => <InCall view={now} actions={actions} points={points} me={me} />;
  const { rerender } = render(shown(testInCall(more)), { wrapper: inConversation() });
  return { actions, show: (next: Partial<InCallView>) => rerender(shown(testInCall(next))) };
}

const brand = { screenshotFolder: 'Lastrica', screenshotName: { en: 'site', it: 'cantiere' } };
const giveConfig = (given: object) =>
  vi.spyOn(config, 'getConfig').mockReturnValue(given as ReturnType<typeof config.getConfig>);
const field = () => screen.getByRole('textbox');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
beforeEach(() => void [holdOnly(), giveConfig({ cryptoSchema: 1, brand: {} })]);
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('the typed text is still there when the chat is opened again', () => {
  open();

  press('Chat');
  fireEvent.change(field(), { target: { value: 'The needle falls' } });
  press('Close the chat');
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Chat');

  expect(field()).toHaveProperty('value', 'The needle falls');
});

test('Enter sends the typed text, trimmed', () => {
  const { actions } = open();

  press('Chat');
  fireEvent.change(field(), { target: { value: '  2.1 bar ' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.keyDown(field(), { key: 'Enter' });

  expect(actions.sendMessage).toHaveBeenCalledExactlyOnceWith('2.1 bar');
  expect(field()).toHaveProperty('value', '');
});

test('M mutes, but not in a text field', () => {
  const { actions } = open();

  fireEvent.keyDown(document.body, { key: 'm' });
  press('Chat');
  fireEvent.keyDown(field(), { key: 'm' });

  expect(actions.setAudio).toHaveBeenCalledExactlyOnceWith(false);
});

test('a key under an open dialog does nothing to the call', async () => {
  const { actions } = open(running());

  press('More');
  press('Devices');
  for (const key of ['f', 's', 'm']) fireEvent.keyDown(screen.getByRole('button', { name: 'Done' }), { key });
  expect(actions.freeze).not.toHaveBeenCalled();
  expect(actions.takeSnapshot).not.toHaveBeenCalled();
  expect(actions.setAudio).not.toHaveBeenCalled();
  press('Done');
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull());
  fireEvent.keyDown(document.body, { key: 'f' });

  expect(actions.freeze).toHaveBeenCalledExactlyOnceWith(giulia.uniqueId);
});

test('on a desktop A, and its button, show the newest snapshot and return; freeze keeps the focus', () => {
  holdOnly('(min-width: 1024px)');
  const live = { ...running(), snapshots: showing().snapshots ?? [] };
  const { actions, show } = open(live, testProfile({}, 'OPERATOR'));
  const annotate = screen.getByRole('button', { name: 'Annotate' });
  const freeze = screen.getByRole('button', { name: /^Freeze/ });

  expect(annotate.getAttribute('aria-pressed')).toBe('false');
  fireEvent.keyDown(document.body, { key: 'a' });
  show({ ...live, ...showing() });
  expect(annotate.getAttribute('aria-pressed')).toBe('true');
  // A `disabled` button would lose the focus.
  expect([freeze.hasAttribute('disabled'), freeze.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  fireEvent.click(freeze);
  fireEvent.keyDown(document.body, { key: 'a' });

  expect(vi.mocked(actions.selectPic).mock.calls).toEqual([['pic'], [null]]);
  expect(actions.freeze).not.toHaveBeenCalled();
});

test('Esc closes the chat first, then returns to live', () => {
  const { actions } = open(showing());

  expect(screen.getByRole('heading', { name: 'Giulia is showing a picture' })).toBeTruthy();
  press('Chat');
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Chat' }), { key: 'Escape' });
  expect(actions.selectPic).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });

  expect(actions.selectPic).toHaveBeenCalledExactlyOnceWith(null);
});

test('a weak link, a reconnecting link and a blocked camera are shown as text', () => {
  const { show } = open({ people: [testPerson({ link: 'weak' })] });

  expect(screen.getByText('Your connection is weak: the picture may freeze')).toBeTruthy();
  show({ people: [testPerson({ link: 'reconnecting' })] });
  expect(screen.getByText('Hang on, the call will resume.')).toBeTruthy();
  show({ local: { ...testLocal, cameraProblem: 'refused', videoOn: false } });
  expect(screen.getByText(/Your camera is blocked/)).toBeTruthy();
});

test('a phone that has paused its camera for a telephone call says so until it is back', () => {
  const { show } = open({ local: { ...testLocal, isCameraPaused: true, isMicrophonePaused: true } });

  expect(screen.getByText(/has paused the camera and the microphone/)).toBeTruthy();
  show({ local: { ...testLocal, isCameraPaused: true } });
  expect(screen.getByText(/has paused the camera\./)).toBeTruthy();
  show({ local: testLocal });
  expect(screen.queryByText(/has paused/)).toBeNull();
});

test('the replacement of an unplugged device is named, and the notice can be dismissed', () => {
  const { show } = open({ local: { ...testLocal, cameraInstead: 'In the lid' } });

  expect(screen.getByText('Your camera was disconnected. Now using “In the lid”.')).toBeTruthy();
  press('Close');
  expect(screen.queryByText(/Your camera was disconnected/)).toBeNull();
  show({ local: { ...testLocal, microphoneInstead: 'Headset' } });
  expect(screen.getByText('Your microphone was disconnected. Now using “Headset”.')).toBeTruthy();
});

test('the devices dialog opens over the call, and Esc closes it', () => {
  const changeDevice = vi.fn<CallActions['changeDevice']>();
  render(<InCall points={points} view={testInCall()} actions={{ ...createActions(), changeDevice }} me={luca} />, {
    wrapper: inConversation(),
  });

  press('More');
  press('Devices');
  fireEvent.change(screen.getByRole('combobox', { name: 'Camera' }), { target: { value: '' } });
  expect(changeDevice).toHaveBeenCalledExactlyOnceWith('camera');
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Devices' }), { key: 'Escape' });

  expect(screen.queryByRole('dialog', { name: 'Devices' })).toBeNull();
});

test.each([
  ['phone', undefined],
  ['desktop', '(min-width: 1024px)'],
])('on a %s, audio only is a switch whose name is its label; the menu of a snapshot says what it does', (_, media) => {
  holdOnly(media);
  const { show } = open();
  const audioOnly = () => screen.getByRole('button', { name: 'Audio only' });
  expect(audioOnly().getAttribute('aria-pressed')).toBe('false');
  const local = { ...testLocal, isAudioOnly: true, videoOn: false };
  show({ local });
  expect(audioOnly().getAttribute('aria-pressed')).toBe('true');

  if (media !== undefined) return;
  show({ ...showing(), local });
  press('More');
  expect(screen.getByRole('button', { name: 'Turn video back on' })).toBeTruthy();
});

test('chosen or pasted files wait to be sent one by one; pasted text with a picture of itself stays text', () => {
  const { actions } = open();
  const [one, other, pasted] = ['a.pdf', 'b.png', 'c.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  press('Chat');

  fireEvent.paste(field(), { clipboardData: { types: ['Files'], files: [pasted] } });
  fireEvent.paste(field(), { clipboardData: { types: ['text/plain', 'text/html', 'Files'], files: [pasted] } });
  const input = document.querySelector('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [one, other] } });

  expect(actions.sendFile).not.toHaveBeenCalled();
  press('Send');

  expect(vi.mocked(actions.sendFile).mock.calls.map(([file]) => file.name)).toEqual(['c.png', 'a.pdf', 'b.png']);
});

test('a picture opens full-screen, and Esc closes it, but not the chat', async () => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  const { actions } = open(withFile({ fileName: 'gauge.png', text: 'gauge.png', fileSize: 100 }));
  vi.mocked(actions.openFile).mockResolvedValue(new Blob(['pixels']));

  press('Chat');
  fireEvent.click(await screen.findByRole('button', { name: 'Enlarge gauge.png' }));
  const viewer = await screen.findByRole('dialog', { name: 'gauge.png' });
  expect(within(viewer).getByRole('button', { name: 'Download gauge.png' })).toBeTruthy();
  fireEvent.keyDown(viewer, { key: 'Escape' });

  expect(screen.queryByRole('dialog', { name: 'gauge.png' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Chat' })).toBeTruthy();
});

/** On a phone the actions for a snapshot are words in a menu, out of reach of a stray finger. */
function chooseInMore(name: string) {
  press('More');
  press(name);
}

test('a snapshot is deleted after a question; a failure is shown, and can be retried', async () => {
  const { actions, show } = open(showing());
  vi.mocked(actions.deletePic)
    .mockRejectedValueOnce(new Error('away'))
    .mockReturnValue(new Promise(() => {}));

  chooseInMore('Delete the snapshot');
  expect(actions.deletePic).not.toHaveBeenCalled();
  expect(await screen.findByRole('dialog', { name: 'Delete snapshot 3?' })).toBeTruthy();
  press('Delete');
  expect(await screen.findByText('Couldn’t delete it. Try again.')).toBeTruthy();
  press('Try again');

  expect(vi.mocked(actions.deletePic).mock.calls).toEqual([['pic'], ['pic']]);
  show({});
  expect(screen.queryByRole('dialog', { name: 'Delete snapshot 3?' })).toBeNull();
});

test('another’s snapshot can be downloaded, named by date and number, but not deleted', () => {
  const saved: string[] = [];
  giveConfig({ brand });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(`${this.download} of ${this.href}`);
  });
  open(showing({ canDelete: false }));

  chooseInMore('Download the snapshot');

  expect(saved).toEqual(['Lastrica-site-2026-01-06-3.jpg of blob:1']);
  press('More');
  expect(screen.queryByRole('button', { name: 'Delete the snapshot' })).toBeNull();
});

test('A8.9: «Unable to download» for a snapshot that cannot be merged with its drawing', async () => {
  giveConfig({ brand });
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('gone'));
  const stroke = { tool: 'line', points: [], color: '#ff7ab8', width: 1 } as unknown as ColoredStroke;
  const drawn = { ...nothingDrawn, strokes: [stroke] };
  const { actions, show } = open();
  vi.spyOn(actions.drawing, 'getDrawing').mockReturnValue(drawn);
  show(showing());

  chooseInMore('Download the snapshot');

  await vi.waitFor(() => expect(toastStore.getState().toast?.words).toBe('Unable to download'));
});

test('while drawing on a phone: tools in words, «Undo» and «Done», and one row of icons with the end of the call', () => {
  const { actions } = open({ ...showing(), ...running() });

  expect(screen.getByRole('button', { name: 'Back to live' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'End call' }).textContent).toBe('');
  for (const name of ['Devices', 'Download the snapshot', 'Delete the snapshot'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  press('More');
  for (const name of ['Devices', 'Download the snapshot', 'Delete the snapshot'])
    expect(screen.getByRole('button', { name }).textContent).toBe(name);
  expect(actions.deletePic).not.toHaveBeenCalled();
});

test('a failed upload or download of a snapshot can be retried with one tap', () => {
  const { actions, show } = open({ snapshots: showing({ state: 'failed' }).snapshots ?? [] });

  press('Snapshot 3 wasn’t saved, Try again');
  show(showing({ state: 'notLoaded', url: null }));
  expect(screen.getByRole('button', { name: 'Couldn’t load snapshot 3, Try again' })).toBeTruthy();
  press('Try again');
  expect(vi.mocked(actions.retryPic).mock.calls).toEqual([['pic'], ['pic']]);

  show({ snapshots: showing({ state: 'failed', url: null }).snapshots ?? [] });
  expect(screen.getByRole('button', { name: 'Snapshot 3 wasn’t saved' })).toHaveProperty('disabled', true);
  press('Discard snapshot 3');
  expect(actions.deletePic).toHaveBeenCalledWith('pic');
});

test('an unsaved snapshot is discarded after a question, in both languages; the focus moves to the nearest tile', async () => {
  const { actions } = open({ snapshots: row('ready', 'saving', 'failed', 'saving') });

  press('Discard snapshot 3');
  expect(await screen.findByRole('dialog', { name: 'Discard snapshot 3?' })).toBeTruthy();
  press('Cancel');
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard snapshot 3?' })).toBeNull());
  expect(actions.deletePic).not.toHaveBeenCalled();

  act(() => setLanguage('it'));
  press('Scarta la foto 3');
  expect(await screen.findByRole('dialog', { name: 'Scartare la foto 3?' })).toBeTruthy();
  press('Scarta');
  expect(actions.deletePic).toHaveBeenCalledExactlyOnceWith('pic 3');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Foto 1, Giulia Ferri' }));
  act(() => setLanguage('en'));
});

test('after deleting a snapshot the focus moves to the next one; from the only one, to the strip', async () => {
  const deletePic = vi.fn<CallActions['deletePic']>(async () => {});
  const snapshots = row('ready', 'ready', 'ready');
  const shown = (more: Partial<InCallView>) => (
    <InCall points={points} view={testInCall(more)} actions={{ ...createActions(), deletePic }} me={luca} />
  );
  const { rerender } = render(shown({ ...showing(), snapshots, selectedPicId: 'pic 2' }), {
    wrapper: inConversation(),
  });
  const deleteIt = async () => {
    chooseInMore('Delete the snapshot');
    await screen.findByRole('dialog', { name: /^Delete snapshot/ });
    press('Delete');
  };
  await deleteIt();
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Snapshot 3, Giulia Ferri'));

  rerender(shown({ ...showing(), snapshots: snapshots.slice(0, 1), selectedPicId: 'pic 1' }));
  await deleteIt();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Snapshots' })));
});

test('switching on a blocked camera shows how to allow it', () => {
  const { actions } = open({ local: { ...testLocal, cameraProblem: 'refused', videoOn: false } });

  press('Turn the camera on');
  expect(screen.getByRole('heading', { name: 'The camera is blocked' })).toBeTruthy();
  expect(actions.setVideo).not.toHaveBeenCalled();
  press('Try again');

  expect(actions.setVideo).toHaveBeenCalledExactlyOnceWith(true);
});

test('the user answers a request for the camera once, and withdraws the consent with one tap', () => {
  const answerCamera = vi.fn<CallActions['answerCamera']>();
  const actions = { ...createActions(), answerCamera };
  const shown = (more: Partial<InCallView>) => (
    <InCall points={points} view={testInCall(more)} actions={actions} me={luca} />
  );
  const { rerender } = render(shown({ cameraAskedBy: giulia }), { wrapper: inConversation() });
  expect(screen.getByRole('dialog', { name: 'Let Giulia control your camera?' })).toBeTruthy();
  press('Allow');
  expect(answerCamera).toHaveBeenLastCalledWith(giulia.uniqueId, true);
  rerender(shown({ cameraHeldBy: [giulia] }));
  press('Stop Giulia from controlling your camera');
  expect(answerCamera).toHaveBeenLastCalledWith(giulia.uniqueId, false);
});

test('a camera without light and zoom offers neither', () => {
  const { show } = open();
  expect(screen.queryByRole('button', { name: /the light/ })).toBeNull();
  expect(screen.queryByRole('slider')).toBeNull();
  show({ local: { ...testLocal, torch: true } });
  expect(screen.getByRole('button', { name: 'Turn the light off' })).toBeTruthy();
});

test('only a controller can freeze the picture, on a phone with one tap', () => {
  const local = { ...testLocal, stream: new MediaStream() };
  const { actions, show } = open({ local });
  expect(screen.queryByRole('button', { name: 'Freeze the picture for everyone' })).toBeNull();
  show({ local, me: { color: '#ff7ab8', isController: true, mayDraw: true } });
  press('Freeze the picture for everyone');
  expect(actions.freeze).toHaveBeenCalledExactlyOnceWith(null);
});

test('D shares the screen', () => {
  holdOnly('(min-width: 1024px)');
  const mediaDevices = { getDisplayMedia: () => undefined, enumerateDevices: async () => [], addEventListener() {} };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  const { actions } = open();
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(actions.shareScreen).toHaveBeenCalledOnce();
});

test('on a phone «Encrypted» explains itself: on the live picture, and beside a snapshot in «More»', async () => {
  session.store.setState({ status: 'signedIn', profile: luca }, true);
  const { show } = open();
  const explain = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'How your messages are protected' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  };
  press('Encrypted');
  await explain();
  show(showing());
  expect(screen.queryByRole('button', { name: 'Encrypted' })).toBeNull();
  chooseInMore('Encrypted: learn more');
  await explain();
});

test('on a phone nothing says «Encrypted» in a call that is not', () => {
  const { call } = testInCall();
  const plain = { call: { ...call, cryptoSchema: 0 as const } };
  const { show } = open(plain);
  expect(screen.queryByText('Encrypted')).toBeNull();
  show({ ...showing(), ...plain });
  press('More');
  expect(screen.queryByText(/^Encrypted/)).toBeNull();
});
