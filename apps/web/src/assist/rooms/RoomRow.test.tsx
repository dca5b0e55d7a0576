import { NOT_GENUINE } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, renderHook, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { peopleQuery } from '../../shared/queries';

import { testContact, testProfile } from '../../testing/people';
import { testMessage, testRoom } from '../../testing/rooms';
import { useChangeDraft } from '../conversation';
import { RoomRow } from './RoomRow';
import { AppScope, queries } from '../../testing/scope';

const me = testProfile({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const { clientId: _, ...lastMessage } = testMessage(luca, 1, { fileName: 'P-204.pdf' });

function show(change: Partial<OpenedRoom>) {
  const room = testRoom([me, luca], {
    isGroup: true,
    title: 'Night shift',
    lastText: 'P-204.pdf',
    lastMessage,
    ...change,
  });
  const rootRoute = createRootRoute({ component: () => <RoomRow room={room} /> });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(
    <AppScope>
      <RouterProvider router={router} />
    </AppScope>,
  );
  return room;
}

beforeEach(async () => {
  setLanguage('en');
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(peopleQuery.queryKey, [luca]);
});

test('a last message that is not genuine is marked in the list, without text, file or name', async () => {
  show({ lastText: NOT_GENUINE });
  expect((await screen.findByText('Not genuine')).querySelector('svg')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Night shift' })).toBeDefined();
  expect(screen.queryByText(/P-204|Luca/)).toBeNull();
});

test('a group’s name that is not genuine is replaced by a notice', async () => {
  show({ title: NOT_GENUINE });
  const name = await screen.findByRole('link', { name: 'Chat with a name that isn’t genuine' });
  expect(name.querySelector('svg')).not.toBeNull();
  expect(screen.getByText('Luca: P-204.pdf')).toBeDefined();
});

test('what was typed and not sent is shown as a draft, until it is sent or cleared', async () => {
  const room = show({});
  await screen.findByText('Luca: P-204.pdf');
  const { result } = renderHook(() => useChangeDraft({ kind: 'room', id: room.uniqueId }), { wrapper: AppScope });
  act(() => result.current({ text: 'The valve is ' }));
  expect(screen.getByText('Draft:').parentElement?.textContent).toBe('Draft: The valve is');
  expect(screen.queryByText('Luca: P-204.pdf')).toBeNull();
  act(() => result.current({ text: ' ' }));
  expect(screen.getByText('Luca: P-204.pdf')).toBeDefined();
});

test('the open room shows no draft: its field does', async () => {
  const room = testRoom([me, luca], { isGroup: true, title: 'Night shift', lastText: 'P-204.pdf', lastMessage });
  const { result } = renderHook(() => useChangeDraft({ kind: 'room', id: room.uniqueId }), { wrapper: AppScope });
  act(() => result.current({ text: 'The valve is' }));
  const rootRoute = createRootRoute({ component: () => <RoomRow room={room} /> });
  const roomRoute = createRoute({ getParentRoute: () => rootRoute, path: '/rooms/$roomId' });
  render(
    <AppScope>
      <RouterProvider
        router={createRouter({
          routeTree: rootRoute.addChildren([roomRoute]),
          history: createMemoryHistory({ initialEntries: [`/rooms/${room.uniqueId}`] }),
        })}
      />
    </AppScope>,
  );
  expect(await screen.findByText('Luca: P-204.pdf')).toBeDefined();
  expect(screen.queryByText('Draft:')).toBeNull();
});
