import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { CallHistoryItem, RoomChange, TargetState } from '@earth/contracts';
import { act, cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, session } from '../../platform';
import type { Outbox } from '@earth/messaging';
import { historyIn, peopleQuery } from '../../shared/queries';
import { roomChangesQuery, roomPeopleQuery } from './model/room-people';
import { conversationQuery, roomsQuery } from './model/room-queries';
import type { OpenedRoom } from './model/conversation';
import { testContact, testProfile } from '../../testing/people';
import { testMessage, testRoom } from '../../testing/rooms';
import { useChangeDraft } from '../conversation';
import { RoomPage } from './RoomPage';
import { giveConfig } from '../../testing/config';
import { AppScope, queries } from '../../testing/scope';

giveConfig({ cryptoSchema: 0 });
const sendFile = vi.hoisted(() => vi.fn<Outbox['sendFile']>());
vi.mock('./model/room-sending', () => ({
  useRoomOutbox: () => ({ sendFile }),
  useOutgoing: () => [],
  startRoomSending: async () => ({}),
}));
// jsdom has no layout, so the virtual list would render nothing.
vi.mock('./use-scroll', () => ({
  useScroll: ({ rows }: { readonly rows: readonly unknown[] }) => ({
    virtualizer: {
      getVirtualItems: () => rows.map((_, index) => ({ index, key: index, start: 0 })),
      getTotalSize: () => 0,
    },
    isAtEnd: true,
    older: { state: 'idle' },
    back: { way: { type: 'none' } },
  }),
}));

const me = testProfile({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });

/** The calls with Luca, newest first. */
const giveCalls = (...items: CallHistoryItem[]) =>
  queries().setQueryData(historyIn({ contactUniqueId: luca.uniqueId }).queryKey, {
    pages: [{ items, total: items.length }],
    pageParams: [1],
  });

async function show(room: OpenedRoom, changes: RoomChange[] = []) {
  const { uniqueId: roomUniqueId } = room;
  queries().setQueryData(roomsQuery.queryKey, [room]);
  queries().setQueryData(roomPeopleQuery(roomUniqueId).queryKey, []);
  queries().setQueryData(roomChangesQuery(roomUniqueId).queryKey, changes);
  const messages = [testMessage(luca, 1, { roomUniqueId, text: 'The seal drips' })];
  queries().setQueryData(conversationQuery(roomUniqueId).queryKey, { messages, hasOlder: false });
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/rooms/$roomId', component: RoomPage });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [`/rooms/${roomUniqueId}`] }),
  });
  render(
    <AppScope>
      <RouterProvider router={router} />
    </AppScope>,
  );
  return await screen.findByRole('log');
}

const drop = (place: HTMLElement) => {
  const dataTransfer = { types: ['Files'], files: [new File(['40 Nm'], 'seal.txt')] };
  return fireEvent.drop(place, { dataTransfer });
};

beforeEach(() => {
  sendFile.mockReset();
  // The loaded messages are all.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(peopleQuery.queryKey, [luca]);
  giveCalls();
});
afterEach(async () => {
  cleanup();
  await session.end(false);
  queries().clear();
  vi.unstubAllGlobals();
});

test.each([
  ['en', false, 'To write again, select the person under People.'],
  ['en', true, 'To write again, add people.'],
  ['it', false, 'Per scrivere di nuovo, scegli la persona in Persone.'],
  ['it', true, 'Per scrivere di nuovo, aggiungi persone.'],
] as const)(
  'in «%s», a group: %s: without other members nothing can be sent, and the reason is shown',
  async (language, isGroup, words) => {
    setLanguage(language);
    const place = await show(testRoom([me], { isGroup, title: isGroup ? 'Night shift' : '' }));
    const left =
      language === 'en' ? 'Everyone else has left this chat.' : 'Tutti gli altri hanno lasciato questa chat.';
    expect(screen.getByText(`${left} ${words}`)).toBeDefined();
    expect(await screen.findByText('The seal drips')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names.filter((name) => name !== null)).toEqual(
      language === 'en'
        ? ['Search this chat', 'Details', 'Copy', 'Forward']
        : ['Cerca in questa chat', 'Dettagli', 'Copia', 'Inoltra'],
    );
    expect(drop(place)).toBe(false);
    expect(sendFile).not.toHaveBeenCalled();
  },
);

test('the draft from before the last member left is there again when a member joins', async () => {
  setLanguage('en');
  const room = testRoom([me]);
  const { uniqueId } = room;
  const place = { kind: 'room', id: uniqueId } as const;
  const { result } = renderHook(() => useChangeDraft(place), { wrapper: AppScope });
  result.current({ text: 'I come at' });
  const log = await show(room);
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => void queries().setQueryData(roomsQuery.queryKey, [testRoom([me, luca], { uniqueId })]));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Luca' })).value).toBe('I come at');
  expect(await screen.findByRole('button', { name: 'Reply' })).toBeDefined();
  drop(log);
  expect(await screen.findByRole('list', { name: '1 file attached' })).toBeDefined();
  expect(sendFile).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sendFile).toHaveBeenCalledExactlyOnceWith(uniqueId, expect.any(File), 'I come at');
  expect(screen.queryByRole('list', { name: '1 file attached' })).toBeNull();
});

test.each([
  ['en', ['Luca Moretti left', 'You changed the name of the group', 'Luca Moretti added Sara Conti']],
  [
    'it',
    [
      'Luca Moretti ha lasciato la conversazione',
      'Hai cambiato il nome del gruppo',
      'Luca Moretti ha aggiunto Sara Conti',
    ],
  ],
] as const)('in «%s», leaving, renaming and adding are shown among the messages', async (language, lines) => {
  setLanguage(language);
  const named = ({ uniqueId, name }: { readonly uniqueId: string; readonly name: string }) => ({ uniqueId, name });
  const sara = testContact({ name: 'Sara Conti' });
  const common = { by: null, position: 1, date: '2026-01-05T11:00:00.000Z' };
  const log = await show(testRoom([me, luca], { isGroup: true }), [
    { ...common, uniqueId: 'a', kind: 'left', contact: named(luca) },
    { ...common, uniqueId: 'b', kind: 'renamed', contact: named(me) },
    { ...common, uniqueId: 'c', kind: 'joined', contact: named(sara), by: named(luca) },
  ]);
  const said = [...log.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(said.slice(-3)).toEqual(lines);
});

test('a search of one chat counts all that it finds, and shows fifty at a time', async () => {
  setLanguage('en');
  const room = testRoom([me, luca]);
  await show(room);
  const messages = Array.from({ length: 60 }, (_, index) => testMessage(luca, index + 1, { text: `Valve ${index}` }));
  act(() => void queries().setQueryData(conversationQuery(room.uniqueId).queryKey, { messages, hasOlder: false }));
  fireEvent.click(screen.getByRole('button', { name: 'Search this chat' }));
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search messages' }), { target: { value: 'valve' } });
  expect(await screen.findByText('60 messages found')).toBeDefined();
  const found = () => within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('listitem');
  expect(found()).toHaveLength(50);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(found()).toHaveLength(60);
});

/** A call of Luca with Giulia, or of Giulia with Luca and others, which lasted four minutes if somebody answered. */
function callAt(hour: number, caller: typeof luca, ...targets: [typeof luca, TargetState][]): CallHistoryItem {
  const startDate = new Date(Date.UTC(2026, 0, 5, hour, 30)).toISOString();
  const isAnswered = targets.some(([, state]) => state === 'left');
  const call = { uniqueId: `call-${hour}`, callerUniqueId: caller.uniqueId, caller, subject: '', cryptoSchema: 0 };
  return {
    call: { ...call, forHelp: false, productCode: null } as CallHistoryItem['call'],
    state: 'closed',
    reason: isAnswered ? 'answered' : 'missed',
    startDate,
    endDate: startDate,
    durationSeconds: isAnswered ? 240 : 0,
    picsCount: 0,
    messagesCount: 0,
    participants: [{ contact: caller, state: 'left' }, ...targets.map(([contact, state]) => ({ contact, state }))],
  };
}

test.each([
  ['en', 'Video call · Missed', 'Video call · 4 min', 'Call Luca Moretti again'],
  ['it', 'Videochiamata · Persa', 'Videochiamata · 4 min', 'Richiama Luca Moretti'],
] as const)(
  'in «%s» the calls with a person are among the messages, at their time',
  async (language, missed, answered, again) => {
    setLanguage(language);
    const mine = testContact({ uniqueId: me.uniqueId, name: me.name });
    const sara = testContact({ name: 'Sara Conti' });
    giveCalls(
      callAt(13, mine, [luca, 'left'], [sara, 'left']),
      callAt(12, mine, [luca, 'left']),
      callAt(9, luca, [mine, 'missed']),
    );
    const log = await show(testRoom([me, luca]));
    const links = within(log).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([missed, answered]);
    expect(links[0]?.getAttribute('href')).toBe('/calls/call-9');
    const lines = [...log.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(lines.slice(-3)).toEqual([
      expect.stringContaining(missed),
      expect.stringContaining('The seal drips'),
      expect.stringContaining(answered),
    ]);
    expect(within(log).getAllByRole('button', { name: again })).toHaveLength(2);
  },
);

test('the calls are loaded as far back as the messages, and no farther', async () => {
  setLanguage('en');
  const mine = testContact({ uniqueId: me.uniqueId, name: me.name });
  const list = vi.spyOn(api, 'listCalls').mockResolvedValue({ items: [callAt(8, luca, [mine, 'left'])], total: 200 });
  queries().setQueryData(historyIn({ contactUniqueId: luca.uniqueId }).queryKey, {
    pages: [{ items: [callAt(12, luca, [mine, 'left'])], total: 200 }],
    pageParams: [1],
  });
  const log = await show(testRoom([me, luca]));
  expect(await within(log).findByText(/Video call/, { selector: '[href="/calls/call-8"]' })).toBeDefined();
  expect(list).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ page: 2, contactUniqueId: luca.uniqueId }));
  list.mockRestore();
});
