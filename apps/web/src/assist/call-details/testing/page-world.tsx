/** The page of a call by Luca that Giulia answered and Marco missed, and a fake server that a test controls. */
import {
  type CallDetails,
  callDetails,
  type CallMessage,
  callNotes,
  type CallPic,
  type CallSpec,
  clientConfig,
  contactDetails,
  encode,
  errorOf,
  type ErrorName,
  getCall,
  getContactDetails,
  listCallMessages,
  listCallPics,
  listCallRatings,
  listCallRecordings,
} from '@earth/contracts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testConfig } from '../../../testing/config';
import { loadConfig, session } from '../../../platform';
import { deviceKeys } from '../../../platform/session/device-keys';
import { createLocalStore } from '../../../platform/storage/local-store';
import { testContact, testId, testProfile } from '../../../testing/people';
import { CallPage } from '../CallPage';
import { AppScope, beginScope } from '../../../testing/scope';

export const me = testProfile({ name: 'Giulia Ferri' }, 'OPERATOR');
export const giulia = testContact({ uniqueId: me.uniqueId, name: me.name });
export const luca = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
export const marco = testContact({ name: 'Marco Bassi' });
export const callId = testId();

export const item: CallDetails = {
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

export const message = (text: string, change: Partial<CallMessage> = {}): CallMessage => ({
  uniqueId: testId(),
  callUniqueId: callId,
  position: 1,
  delivered: false,
  read: false,
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

export const pic = (imageFileName: string): CallPic => ({
  uniqueId: testId(),
  callUniqueId: callId,
  imageFileName,
  contactUniqueId: luca.uniqueId,
  date: '2025-11-20T10:06:00Z',
  cryptoSchema: 0,
  clientId: null,
});

/** The server's answer to each request; the name of an error instead of data refuses it. */
export const answers = new Map<string, unknown>();
export const pathOf = ({ path }: CallSpec, values: Readonly<Record<string, string>> = { id: callId }) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

function answer(path: string): unknown {
  const data = answers.get(path);
  if (typeof data !== 'string') return { result: { success: true, code: 200, message: '' }, data };
  const [code, words] = errorOf(data as ErrorName);
  return { result: { success: false, code, message: words }, data: { error: data } };
}

/** Settings for tests. */
export const world = {
  /** Downloads of pictures wait for this. */
  pictures: Promise.resolve(),
  /** The server's answer to notes: an error's name, or the saved notes. */
  notesProblem: null as ErrorName | 'noNet' | null,
  /** The `basedOn` of the notes that were sent. */
  notesBasedOn: [] as unknown[],
};

function writeNotes({ notes, basedOn = null }: Readonly<Record<string, unknown>>): unknown {
  world.notesBasedOn.push(basedOn);
  if (world.notesProblem === 'noNet') throw new TypeError('Failed to fetch');
  const author = { uniqueId: me.uniqueId, name: me.name };
  const written = {
    uniqueId: testId(),
    notes: String(notes),
    cryptoSchema: 0 as const,
    date: '2025-11-20T11:00:00Z',
    author,
  };
  answers.set('notes', world.notesProblem ?? encode(callNotes, written));
  return answer('notes');
}

// Nothing of this page is sealed.
const config = { ...testConfig, cryptoSchema: 0 as const };

/** Sets up the fake server and a signed-in user with this key, around each test of a file. */
export function setUpWorld(privateKey: string) {
  // Without keys a device decrypts nothing.
  beforeAll(() => deviceKeys.save(privateKey));

  beforeEach(async () => {
    // The report repeats what the page shows, and is hidden on screens.
    configure({ defaultIgnore: 'script, style, [data-testid="report"] *' });
    setLanguage('en');
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url === '/config.json') return Response.json(encode(clientConfig, config));
      if (init.method === 'PUT') {
        const form = await new Request('https://earth.test', init).formData();
        return Response.json(writeNotes(Object.fromEntries(form)));
      }
      if (url.startsWith('/storage/')) await world.pictures;
      return Response.json(answer(url));
    });
    await loadConfig();
    createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
    session.store.setState({ status: 'signedIn', profile: me }, true);
    answers.set(pathOf(getCall), encode(callDetails, item));
    const known = { email: 'luca@demo.example', companyRole: null };
    answers.set(pathOf(getContactDetails, { id: luca.uniqueId }), encode(contactDetails, known));
    answers.set(pathOf(listCallMessages), []);
    answers.set(pathOf(listCallPics), []);
    answers.set(pathOf(listCallRatings), []);
    answers.set(pathOf(listCallRecordings), []);
  });
  afterEach(() => {
    beginScope();
    answers.clear();
    world.notesProblem = null;
    world.notesBasedOn.length = 0;
    world.pictures = Promise.resolve();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Shows the page at its URL. */
export function open() {
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: '/calls/$callId', component: CallPage });
  const history = createMemoryHistory({ initialEntries: [`/calls/${callId}`] });
  const router = createRouter({ routeTree: root.addChildren([route]), history });
  render(
    <AppScope>
      <RouterProvider router={router as never} />
    </AppScope>,
  );
}
