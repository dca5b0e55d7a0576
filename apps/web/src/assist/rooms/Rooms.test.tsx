import { NOT_GENUINE } from '@earth/contracts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { currentScope, api, session } from '../../platform';
import { forgetCache } from '../../platform/storage/device-cache';
import { pageCache } from '../../platform/storage/page-cache';
import { peopleQuery } from '../../shared/queries';
import { keepConversation } from './model/room-cache';
import { createRoomLoading } from './model/room-loading';
import { roomsQuery } from './model/room-queries';
import { testContact, testProfile } from '../../testing/people';
import { testMessage, testRoom } from '../../testing/rooms';
import { toastStore } from '../../shared/toast';
import { Rooms } from './Rooms';
import { AppScope, queries } from '../../testing/scope';

const loading = () => currentScope().get(createRoomLoading);

const me = testProfile({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const sara = testContact({ name: 'Sara Conti' });
const withLuca = testRoom([me, luca]);
const withSara = testRoom([me, sara]);

function show() {
  const root = createRootRoute();
  const rooms = createRoute({ getParentRoute: () => root, path: '/rooms', component: Rooms });
  const room = createRoute({ getParentRoute: () => rooms, path: '$roomId', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([rooms.addChildren([room])]),
    history: createMemoryHistory({ initialEntries: ['/rooms'] }),
  });
  render(
    <AppScope>
      <RouterProvider router={router} />
    </AppScope>,
  );
}

const search = async (words: string) =>
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: words } });

beforeEach(async () => {
  setLanguage('en');
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(peopleQuery.queryKey, [luca, sara]);
  queries().setQueryData(roomsQuery.queryKey, [withLuca, withSara]);
  loading().noteWhole();
  const written = (position: number, text: string | null | typeof NOT_GENUINE, date: string) =>
    testMessage(luca, position, { roomUniqueId: withLuca.uniqueId, text, date });
  await keepConversation(currentScope(), withLuca.uniqueId, {
    messages: [
      written(61, 'The seal drips', '2026-01-05T10:00:00.000Z'),
      written(62, null, '2026-01-05T10:01:00.000Z'),
      written(63, NOT_GENUINE, '2026-01-05T10:02:00.000Z'),
    ],
    hasOlder: true,
  });
  await keepConversation(currentScope(), withSara.uniqueId, {
    messages: [
      testMessage(sara, 1, { roomUniqueId: withSara.uniqueId, text: 'A new Sèal', date: '2026-01-06T10:00:00.000Z' }),
    ],
    hasOlder: false,
  });
});
afterEach(async () => {
  cleanup();
  await session.end(false);
  await forgetCache();
});

test('the search finds messages in all rooms, newest first, with marked matches that lead to them', async () => {
  show();
  await search('seal');
  const found = await screen.findByRole('list', { name: 'Messages' });
  const lines = within(found).getAllByRole('listitem');
  expect(lines.map((line) => line.querySelector('mark')?.textContent)).toEqual(['Sèal', 'seal']);
  expect(lines[1]?.textContent).toContain('Luca: The seal drips');
  expect(await screen.findByText('2 messages found')).toBeDefined();
  expect(within(found).getByRole('link', { name: 'Luca Moretti' }).getAttribute('href')).toBe(
    `/rooms/${withLuca.uniqueId}?message=61`,
  );
  expect(screen.queryByRole('list', { name: 'Your chats' })).toBeNull();
});

test('a search decrypts each page once, and finds messages written meanwhile', async () => {
  const cache = pageCache(currentScope());
  if (!cache) throw new Error('Somebody is signed in');
  const read = vi.spyOn(cache, 'read');
  show();
  for (const [words, count] of [
    ['seal', 2],
    ['drips', 1],
    ['a new', 1],
  ] as const) {
    await search(words);
    expect(await screen.findByText(`${count} message${count === 1 ? '' : 's'} found`)).toBeDefined();
  }
  expect(read).toHaveBeenCalledTimes(2);
  const { uniqueId: roomUniqueId } = withSara;
  const messages = ['A new seal', 'It drips too'].map((text, at) => testMessage(sara, at + 1, { roomUniqueId, text }));
  await keepConversation(currentScope(), roomUniqueId, { messages, hasOlder: false });
  await search('drips ');
  await search('drips t');
  expect(await screen.findByText('1 message found')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Messages' }).textContent).toContain('Sara: It drips too');
  expect(read).toHaveBeenCalledTimes(3);
  await search('');
  await screen.findByRole('list', { name: 'Your chats' });
  await search('seal');
  await screen.findByText('2 messages found');
  expect(read).toHaveBeenCalledTimes(5);
  read.mockRestore();
});

test('the search finds rooms by name too', async () => {
  show();
  await search('sa');
  const rooms = await screen.findByRole('list', { name: 'Your chats' });
  expect(
    within(rooms)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sara Conti']);
});

test.each([
  ['en', 'No chat or message on this device matches your search.', 'Clear the search'],
  ['it', 'Nessuna chat e nessun messaggio su questo dispositivo corrisponde alla ricerca.', 'Cancella la ricerca'],
] as const)('in «%s», an empty result is explained, and leads back to all rooms', async (language, words, clear) => {
  setLanguage(language);
  show();
  await search('pump');
  expect(await screen.findByText(words)).toBeDefined();
  const [button] = screen.getAllByRole('button', { name: clear }).toReversed();
  if (button) fireEvent.click(button);
  expect(await screen.findByRole('link', { name: 'Luca Moretti' })).toBeDefined();
});

test.each([
  ['en', 'Loading chats', '44%', 'Couldn’t load all chats', 'Try again'],
  ['it', 'Caricamento delle chat', '44%', 'Impossibile caricare tutte le chat', 'Riprova'],
] as const)(
  'A3.28: shows the loading percentage below the rooms, in «%s», and retries a failed load',
  async (language, words, percentage, failed, retry) => {
    setLanguage(language);
    const listRooms = vi.spyOn(api, 'listRooms');
    loading().state.setState({ isWhole: false, percentage: 44 });
    show();
    expect(await screen.findByRole('link', { name: 'Luca Moretti' })).toBeDefined();
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: words }).value).toBe(0.44);
    expect(screen.getByText(percentage)).toBeDefined();
    await search('nobody');
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(/No chat or message|Nessuna chat/)).toBeNull();
    await search('');
    listRooms.mockRejectedValue(new Error('away'));
    await act(() => queries().refetchQueries({ queryKey: roomsQuery.queryKey }));
    expect(await screen.findByText(failed)).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
    listRooms.mockResolvedValue([]);
    fireEvent.click(screen.getByRole('button', { name: retry }));
    await vi.waitFor(() => expect(screen.queryByText(failed)).toBeNull());
    listRooms.mockRestore();
  },
);

test.each([
  ['en', 'loading already in progress'],
  ['it', 'caricamento già in corso'],
] as const)('A8.8: says that rooms are already loading, in «%s»', async (language, words) => {
  setLanguage(language);
  const listRooms = vi.spyOn(api, 'listRooms').mockRejectedValue(new Error('away'));
  queries().removeQueries({ queryKey: roomsQuery.queryKey });
  show();
  const button = await screen.findByRole('button', { name: /Try again|Riprova/ });
  listRooms.mockReturnValue(new Promise(() => {}));
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await vi.waitFor(() => expect(toastStore.getState().toast?.words).toBe(words));
  listRooms.mockRestore();
});

test('a user who knows nobody yet is led to where they invite', async () => {
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  queries().setQueryData(peopleQuery.queryKey, []);
  queries().setQueryData(roomsQuery.queryKey, []);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Start one' }));
  expect(await screen.findByText('No people yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Invite someone' }).getAttribute('href')).toBe('/people');
  expect(screen.queryByText('Select a conversation')).toBeNull();
  vi.unstubAllGlobals();
});
