import {
  type CallDetails,
  callDetails,
  type CallMessage,
  callMessage,
  callNotes,
  type CallPic,
  callPic,
  type CallSpec,
  clientConfig,
  encode,
  errors,
  type ErrorName,
  getCall,
  getCallFile,
  listCallMessages,
  listCallPics,
  listPicDrawings,
  storedFile,
} from '@earth/contracts';
import { createKeyBundle } from '@earth/crypto/keys';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type * as z from 'zod/mini';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../app/i18n';
import { loadConfig, session } from '../../data';
import { saveKeys } from '../../data/keys';
import { createLocalStore } from '../../data/local-store';
import { notesKeeper } from '../../data/notes';
import { queryClient } from '../../data/queries';
import { testContact, testId, testProfile } from '../../testing/people';
import { CallPage } from './CallPage';

const me = testProfile({ name: 'Giulia Ferri' }, 'OPERATOR');
const giulia = testContact({ uniqueId: me.uniqueId, name: me.name });
const luca = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
const marco = testContact({ name: 'Marco Bassi' });
const callId = testId();

const item: CallDetails = {
  call: {
    uniqueId: callId,
    callerUniqueId: luca.uniqueId,
    subject: 'The seal drips',
    cryptoSchema: 0,
    productCode: null,
    startDate: '2025-11-20T10:00:00Z',
    targets: [],
    caller: luca,
    isInstantCall: true,
    ringsUntil: '2026-01-05T10:00:30.000Z',
    forHelp: false,
  },
  state: 'closed',
  reason: 'answered',
  startDate: '2025-11-20T10:00:00Z',
  endDate: '2025-11-20T10:21:30Z',
  durationSeconds: 1290,
  picsCount: 2,
  messagesCount: 2,
  participants: [
    { contact: luca, state: 'left' },
    { contact: giulia, state: 'left' },
    { contact: marco, state: 'missed' },
  ],
  notes: null,
};

const message = (text: string, change: Partial<CallMessage> = {}): CallMessage => ({
  uniqueId: testId(),
  callUniqueId: callId,
  sender: { uniqueId: luca.uniqueId, name: luca.name },
  message: text,
  cryptoSchema: 0,
  date: '2025-11-20T10:05:00Z',
  clientId: null,
  fileName: null,
  fileUrl: null,
  fileSize: null,
  ...change,
});

const pic = (imageFileName: string): CallPic => ({
  uniqueId: testId(),
  callUniqueId: callId,
  imageFileName,
  contactUniqueId: luca.uniqueId,
  date: '2025-11-20T10:06:00Z',
  cryptoSchema: 0,
  clientId: null,
});

/** What the server answers to each call; an error's name instead of data refuses it. */
const answers = new Map<string, unknown>();
const pathOf = ({ path }: CallSpec, values: Readonly<Record<string, string>> = { id: callId }) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

function answer(path: string): unknown {
  const data = answers.get(path);
  if (typeof data !== 'string') return { result: { success: true, code: 200, message: '' }, data };
  const [code, words] = errors[data as ErrorName];
  return { result: { success: false, code, message: words }, data: { error: data } };
}

/** What each picture waits for. */
let pictures = Promise.resolve();

/** What the server answers to notes: an error's name, or what was written. */
let notesProblem: ErrorName | 'noNet' | null = null;

function writeNotes(notes: unknown): unknown {
  if (notesProblem === 'noNet') throw new TypeError('Failed to fetch');
  const author = { uniqueId: me.uniqueId, name: me.name };
  const written = { notes: String(notes), cryptoSchema: 0 as const, date: '2025-11-20T11:00:00Z', author };
  answers.set('notes', notesProblem ?? encode(callNotes, written));
  return answer('notes');
}

const config = {
  apiKey: '',
  appCode: '',
  callsEnabled: true,
  callTimeoutSeconds: 30,
  codeResendSeconds: 30,
  cryptoSchema: 0,
  maxFileBytes: 1,
  maxUsersInCall: 2,
  fieldUsersDraw: false,
  brand: {
    code: 'earth',
    name: 'Earth',
    title: 'Earth',
    logoUrl: '',
    coverUrl: '',
    colors: {
      brand: '',
      brandInk: '',
      brandDeep: '',
      accentLight: '',
      onAccentLight: '',
      accentDark: '',
      onAccentDark: '',
    },
  },
} as const satisfies z.infer<typeof clientConfig>;

// Without keys a device opens nothing.
beforeAll(async () => saveKeys((await createKeyBundle()).privateKey));

beforeEach(async () => {
  await setLanguage('en');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/config.json') return Response.json(encode(clientConfig, config));
    if (init.method === 'PUT') {
      const form = await new Request('https://earth.test', init).formData();
      return Response.json(writeNotes(form.get('notes')));
    }
    if (url.startsWith('/storage/')) await pictures;
    return Response.json(answer(url));
  });
  await loadConfig();
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  session.store.setState({ status: 'signedIn', profile: me }, true);
  answers.set(pathOf(getCall), encode(callDetails, item));
  answers.set(pathOf(listCallMessages), []);
  answers.set(pathOf(listCallPics), []);
});
afterEach(() => {
  queryClient.clear();
  answers.clear();
  notesProblem = null;
  pictures = Promise.resolve();
  notesKeeper.forget();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The page at its address. */
function open() {
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: '/calls/$callId', component: CallPage });
  const history = createMemoryHistory({ initialEntries: [`/calls/${callId}`] });
  const router = createRouter({ routeTree: root.addChildren([route]), history });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('the page says who, when, how long, why it ended and what it was about', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Call with Luca Moretti' })).toBeDefined();
  expect(await screen.findByText('The seal drips')).toBeDefined();
  expect(screen.getByText(/^Thursday,? 20 November 2025, /)).toBeDefined();
  expect(screen.getByText('21:30')).toBeDefined();
  expect(screen.getByText('Hung up')).toBeDefined();
  const fates = within(screen.getByRole('region', { name: 'People' })).getAllByRole('listitem');
  expect(fates.map((fate) => fate.textContent)).toEqual([
    expect.stringContaining('Luca MorettiCalled'),
    expect.stringContaining('Giulia Ferri (you)Took part'),
    expect.stringContaining('Marco BassiDid not answer'),
  ]);
});

test('the chat is read in order, and what was not sealed for the reader says so', async () => {
  const messages = [
    message('Which valve?'),
    message('{"Message":"","RecipientKeys":[]}', { cryptoSchema: 1 }),
    message('The small one', { sender: { uniqueId: me.uniqueId, name: me.name } }),
  ];
  answers.set(
    pathOf(listCallMessages),
    messages.map((one) => encode(callMessage, one)),
  );
  open();
  await screen.findByText('Which valve?');
  const rows = within(screen.getByRole('list', { name: 'Chat' })).getAllByRole('listitem');
  expect(rows.map((row) => row.lastChild?.textContent)).toEqual([
    'Which valve?',
    'Not sealed for you',
    'The small one',
  ]);
});

test('Assist 8, file download failure, «Unable to download»: on the page of a call, where it is downloaded at the next try', async () => {
  const fileUrl = `/storage/calls/${callId}/plan.pdf`;
  const sent = message('plan.pdf', { fileName: 'plan.pdf', fileUrl, fileSize: 2048 });
  answers.set(pathOf(listCallMessages), [encode(callMessage, sent)]);
  answers.set(fileUrl, 'notFound');
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Download plan.pdf' }));
  await screen.findByText('Unable to download');
  expect(saved).toEqual([]);

  answers.set(fileUrl, encode(storedFile, { fileName: 'plan.pdf', base64: btoa('The plan'), cryptoSchema: 0 }));
  fireEvent.click(screen.getByRole('button', { name: 'Download plan.pdf' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe('The plan');
  expect(saved[0]?.type).toBe('application/pdf');
});

test('a snapshot opens large, the arrow keys go to the others, Esc comes back to it', async () => {
  const pics = [pic('one.jpg'), pic('two.jpg'), pic('sealed.bin')];
  answers.set(
    pathOf(listCallPics),
    pics.map((one) => encode(callPic, one)),
  );
  for (const { imageFileName, uniqueId } of pics) {
    answers.set(pathOf(listPicDrawings, { id: callId, picId: uniqueId }), []);
    answers.set(
      pathOf(getCallFile, { callId, imageFileName }),
      encode(storedFile, {
        fileName: imageFileName,
        base64: '/9j/4A==',
        cryptoSchema: imageFileName === 'sealed.bin' ? 1 : 0,
      }),
    );
  }
  open();
  const second = await screen.findByRole('button', { name: /^Snapshot 2, Luca Moretti/ });
  await screen.findByText('Not sealed for you');
  second.focus();
  fireEvent.click(second);

  const viewer = await screen.findByRole('dialog', { name: 'Snapshots' });
  expect(within(viewer).getByText(/^Snapshot 2 of 3, Luca Moretti/)).toBeDefined();
  fireEvent.keyDown(viewer, { key: 'ArrowLeft' });
  expect(within(viewer).getByText(/^Snapshot 1 of 3/)).toBeDefined();
  fireEvent.keyDown(viewer, { key: 'ArrowLeft' });
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  expect(within(viewer).getByText(/^Snapshot 3 of 3/)).toBeDefined();
  expect(within(viewer).getByText('Not sealed for you')).toBeDefined();
  fireEvent.keyDown(viewer, { key: 'Escape' });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who never was in the call sees its outcome, and is told why there is no more', async () => {
  const missed = item.participants.map((one) => (one.contact === giulia ? { ...one, state: 'missed' as const } : one));
  answers.set(pathOf(getCall), encode(callDetails, { ...item, participants: missed }));
  answers.set(pathOf(listCallMessages), 'notAllowed');
  open();
  expect(await screen.findByText(/for those who were in the call/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Chat' })).toBeNull();
});

test.each(['notFound', 'invalidInput'])('a call that the server does not give (%s) is not there', async (error) => {
  answers.set(pathOf(getCall), error);
  open();
  expect(await screen.findByText('This call is not here')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show the calls' })).toBeDefined();
});

test('what did not load says so, and is asked for again', async () => {
  answers.set(pathOf(listCallMessages), 'tooManyTries');
  open();
  expect(await screen.findByText('The chat did not load')).toBeDefined();
  answers.set(pathOf(listCallMessages), [encode(callMessage, message('Which valve?'))]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Which valve?')).toBeDefined();
});

async function saveNotes(text: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Write notes' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Notes' }), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test('a controller writes notes in place, and is told that they are saved', async () => {
  open();
  await saveNotes('Order a new seal');
  expect(await screen.findByText(/Giulia Ferri, .* · Saved/)).toBeDefined();
  expect(screen.getByText('Order a new seal')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Edit the notes' })).toBeDefined();
});

test('without a net notes are kept and shown, and saved when it is back', async () => {
  notesProblem = 'noNet';
  open();
  await saveNotes('Order a new seal');
  expect(await screen.findByText(/Kept on this device/)).toBeDefined();
  expect(screen.getByText('Order a new seal')).toBeDefined();
  notesProblem = null;
  await notesKeeper.flush();
  expect(await screen.findByText(/Giulia Ferri, .* · Saved/)).toBeDefined();
});

test('notes that the server refuses stay, and are tried again', async () => {
  notesProblem = 'notAllowed';
  open();
  await saveNotes('Order a new seal');
  expect(await screen.findByText('The notes were not saved.')).toBeDefined();
  notesProblem = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/ · Saved/)).toBeDefined();
});

test('a field user reads the notes and writes none', async () => {
  session.store.setState({ status: 'signedIn', profile: testProfile({ uniqueId: luca.uniqueId }) }, true);
  const author = { uniqueId: me.uniqueId, name: me.name };
  const notes = { notes: 'Order a new seal', cryptoSchema: 0 as const, date: '2025-11-20T11:00:00Z', author };
  answers.set(pathOf(getCall), encode(callDetails, { ...item, notes }));
  open();
  expect(await screen.findByText('Order a new seal')).toBeDefined();
  expect(screen.queryByRole('button', { name: /notes/ })).toBeNull();
});

test('the page is printed when all of it is there', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  let arrive = () => {};
  pictures = new Promise((resolve) => {
    arrive = resolve;
  });
  const one = pic('one.jpg');
  answers.set(pathOf(listCallPics), [encode(callPic, one)]);
  answers.set(pathOf(listPicDrawings, { id: callId, picId: one.uniqueId }), []);
  answers.set(
    pathOf(getCallFile, { callId, imageFileName: 'one.jpg' }),
    encode(storedFile, { fileName: 'one.jpg', base64: '/9j/4A==', cryptoSchema: 0 }),
  );
  open();
  await screen.findByText(/^1\. Luca Moretti/);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Print or save as PDF' });
  await vi.waitFor(() => expect(button.disabled).toBe(true));
  arrive();
  await screen.findByRole('button', { name: /^Snapshot 1/ });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  expect(print).toHaveBeenCalledOnce();
});
