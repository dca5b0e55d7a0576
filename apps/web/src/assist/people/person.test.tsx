import { type Contact, contact as contactSchema, encode, errorOf } from '@earth/contracts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { createCalls } from '../calls';
import { createLocalStore } from '../../platform/storage/local-store';
import { peopleQuery } from '../../shared/queries';
import { testContact, testId, testProfile } from '../../testing/people';
import { toastStore } from '../../shared/toast';
import { FavoriteButton } from './FavoriteButton';
import { People } from './People';
import { PersonFacts } from './PersonFacts';
import { RemoveButton } from './RemoveButton';
import { AppScope, beginScope, queries } from '../../testing/scope';

const navigate = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
  createLink: (Anchor: ComponentType<{ href: string }>) => (props: object) => <Anchor {...props} href="/" />,
  Outlet: () => null,
  useParams: () => ({}),
  useNavigate: () => navigate,
}));
const anna = testContact({ name: 'Anna Villa' });
const marco = testContact({ name: 'Marco Bassi' });
const luca = testProfile();
const ENTRY = testId();

/** The server's address book. `isBroken`: removing fails. */
let book: readonly Contact[];
let isBroken: boolean;
const asked: string[] = [];
/** Of Anna: the server's answer to the question for her details; null: the user is no contact of hers. */
let details: { Email: string; Phone?: string; CompanyRole: string | null; CompanyRoleIt?: string } | null;

function refused(error: 'internal' | 'notFound'): Response {
  const [code, message] = errorOf(error);
  return Response.json({ result: { success: false, code, message }, data: { error } }, { status: code });
}

function answer(call: string): Response {
  if (call.startsWith('GET /services/contacts/')) {
    if (isBroken) return refused('internal');
    return details
      ? Response.json({ result: { success: true, code: 200, message: '' }, data: details })
      : refused('notFound');
  }
  if (call.startsWith('DELETE') && isBroken) return refused('internal');
  const entries = book.map((person) => ({ UniqueId: ENTRY, Contact: encode(contactSchema, person) }));
  const data = call === 'GET /services/addressbook' ? entries : null;
  return Response.json({ result: { success: true, code: 200, message: '' }, data });
}

function signIn(profile = luca) {
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  session.store.setState({ status: 'signedIn', profile }, true);
  queries().setQueryData(peopleQuery.queryKey, [anna, marco]);
}

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  setLanguage('en');
  book = [anna];
  isBroken = false;
  details = null;
  asked.length = 0;
  navigate.mockReset();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`);
    return answer(`${method} ${url}`);
  });
  signIn();
});
afterEach(() => {
  queries().clear();
  vi.unstubAllGlobals();
});

const show = (content: ReactNode) => render(<AppScope>{content}</AppScope>);
const namesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);
const star = () => screen.getByRole('button', { name: 'Favourite' });

test('favourites come first, per device and user', () => {
  const { unmount } = show(
    <>
      <People />
      <FavoriteButton person={marco} />
    </>,
  );
  expect(namesIn('People')).toEqual(['Anna Villa', 'Marco Bassi']);
  fireEvent.click(star());
  expect(star().getAttribute('aria-pressed')).toBe('true');
  expect(namesIn('Favourites')).toEqual(['Marco Bassi']);
  expect(namesIn('Available')).toEqual(['Anna Villa']);
  unmount();

  signIn(testProfile({ name: 'Sara Conti' }));
  show(<People />);
  expect(namesIn('People')).toEqual(['Anna Villa', 'Marco Bassi']);
});

test('available people stand above the others, under headings of their own', () => {
  const paolo = testContact({ name: 'Paolo Neri', availability: 1 });
  queries().setQueryData(peopleQuery.queryKey, [anna, paolo, { ...marco, inCall: true }]);
  show(<People />);
  expect(namesIn('Available')).toEqual(['Anna Villa']);
  expect(namesIn('Everyone else')).toEqual(['Marco Bassi', 'Paolo Neri']);
});

test('on a desktop the people of the latest calls are beside the list, until one of the list is chosen', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const startDate = '2026-01-05T10:00:00.000Z';
  const callOf = (caller: Contact) => ({
    call: { uniqueId: testId(), callerUniqueId: caller.uniqueId, caller, forHelp: false },
    startDate,
    state: 'closed',
    reason: 'answered',
    participants: [{ contact: caller, state: 'left' }],
  });
  const stranger = testContact({ name: 'Rosa Blu' });
  const items = [marco, stranger, marco].map(callOf);
  queries().setQueryData(['history'], { pages: [{ items, total: items.length }], pageParams: [1] });
  show(<People />);
  expect(namesIn('Recent')).toEqual(['Marco Bassi']);
});

test('favourites marked in another tab appear', async () => {
  show(<People />);
  createLocalStore(localStorage).writeFavorites(luca.uniqueId, [anna.uniqueId]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'favorite_contacts' }));
  await waitFor(() => expect(namesIn('Favourites')).toEqual(['Anna Villa']));
});

test('the search covers favourites and others', () => {
  createLocalStore(localStorage).writeFavorites(luca.uniqueId, [anna.uniqueId]);
  show(<People />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'anna' } });
  expect(namesIn('Favourites')).toEqual(['Anna Villa']);
  expect(screen.queryByText('Everyone else')).toBeNull();
});

test.each([
  ['en', 'Available, operator', 'Offline, administrator, Tiles & Co.', 'Offline since 5 Jan, field user'],
  [
    'it',
    'Disponibile, operatore',
    'Offline, amministratore, Tiles & Co.',
    'Offline, ultimo accesso 5 gen, tecnico sul campo',
  ],
] as const)('a row shows in «%s» presence, role, and another company', (language, ...lines) => {
  setLanguage(language);
  const elsewhere = { id: testId(), code: 'TILES', name: 'Tiles & Co.' };
  const elena = testContact({ name: 'Elena Riva', availability: 1, company: elsewhere }, 'ADMIN');
  const sara = testContact({ name: 'Sara Conti', availability: 1, lastSeen: '2024-01-05T09:40:00.000Z' }, 'ASSISTED');
  book = [anna, elena, sara];
  queries().setQueryData(peopleQuery.queryKey, [...book]);
  show(<People />);
  for (const line of lines) expect(screen.getByText(line)).toBeDefined();
});

test('who rings here is calling, and not in a call already', () => {
  beginScope([
    [createCalls, { getView: () => ({ phase: 'incoming', call: { caller: anna } }), subscribe: () => () => {} }],
  ]);
  queries().setQueryData(peopleQuery.queryKey, [
    { ...anna, inCall: true },
    { ...marco, inCall: true },
  ]);
  show(<People />);
  expect(screen.getByText('Calling you, operator')).toBeDefined();
  expect(screen.getByText('In a call, operator')).toBeDefined();
});

test('a person is removed after a question, and is no favourite any more', async () => {
  const store = createLocalStore(localStorage);
  store.writeFavorites(luca.uniqueId, [anna.uniqueId]);
  show(<RemoveButton person={anna} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove contact' }));
  await screen.findByRole('dialog', { name: 'Remove Anna Villa from your contacts?' });
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toastStore.getState().toast?.words).toBe('Anna Villa is no longer in your contacts'));
  expect(asked.slice(0, 2)).toEqual(['GET /services/addressbook', `DELETE /services/addressbook/${ENTRY}`]);
  expect(navigate).toHaveBeenCalledWith({ to: '/people' });
  expect(store.readFavorites(luca.uniqueId)).toEqual([]);
});

test('a person removed by another device meanwhile counts as removed', async () => {
  book = [];
  show(<RemoveButton person={anna} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove contact' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(1));
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([]);
});

test('a failed removal keeps the person, and can be retried', async () => {
  isBroken = true;
  show(<RemoveButton person={anna} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove contact' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText(/Something went wrong/);
  expect(navigate).not.toHaveBeenCalled();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(1));
});

test.each([
  ['en', ['Role', 'operator', 'Job', 'Consultant', 'Company', 'Demo Water Works', 'E-mail', 'Phone']],
  ['it', ['Ruolo', 'operatore', 'Mansione', 'Consultant', 'Azienda', 'Demo Water Works', 'E-mail', 'Telefono']],
] as const)(
  'the page of a person has in «%s» job, company, and links to e-mail address and telephone',
  async (language, words) => {
    setLanguage(language);
    details = { Email: 'anna+1@demo.example', Phone: '(+39) 0522 12-34', CompanyRole: 'Consultant' };
    show(<PersonFacts person={anna} />);
    const mail = await screen.findByRole('link', { name: 'anna+1@demo.example' });
    expect(mail.getAttribute('href')).toBe('mailto:anna%2B1@demo.example');
    const telephone = screen.getByRole('link', { name: '(+39) 0522 12-34' });
    expect(telephone.getAttribute('href')).toBe('tel:+3905221234');
    for (const word of words) expect(screen.getByText(word)).toBeDefined();
  },
);

test('without a telephone and a job there is no empty line', async () => {
  details = { Email: 'anna@demo.example', CompanyRole: null };
  show(<PersonFacts person={anna} />);
  await screen.findByRole('link', { name: 'anna@demo.example' });
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Role', 'Company', 'E-mail']);
});

test('of people who have removed the user there is only what contacts show, and no error', async () => {
  show(<PersonFacts person={anna} />);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Role', 'Company']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('details that could not be loaded are loaded at a press', async () => {
  isBroken = true;
  details = { Email: 'anna@demo.example', CompanyRole: null };
  queries().setDefaultOptions({ queries: { ...queries().getDefaultOptions().queries, retry: false } });
  show(<PersonFacts person={anna} />);
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load e-mail and phone');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'anna@demo.example' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the job is shown in the language of the reader, if there is one in it', async () => {
  setLanguage('it');
  details = { Email: 'anna@demo.example', CompanyRole: 'Consultant', CompanyRoleIt: 'Consulente' };
  show(<PersonFacts person={anna} />);
  expect(await screen.findByText('Consulente')).toBeDefined();
  act(() => setLanguage('en'));
  expect(screen.getByText('Consultant')).toBeDefined();
});
