import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import * as config from '../../platform/config';
import { peopleQuery } from '../../shared/queries';
import { testContact, testProfile } from '../../testing/people';
import { testRoom } from '../../testing/rooms';
import { Details } from './Details';
import { RoomHead } from './RoomHead';
import { AppScope, queries } from '../../testing/scope';

const me = testProfile({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });

function show(cryptoSchema: 0 | 1) {
  const room = testRoom([me, luca], { isGroup: true, title: 'Night shift', subject: 'sealed', cryptoSchema });
  const component = () => (
    <>
      <RoomHead room={room} panel="details" onPanel={() => {}} />
      <Details room={room} onPanel={() => {}} onClose={() => {}} />
    </>
  );
  const routeTree = createRootRoute({ component });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return render(
    <AppScope>
      <RouterProvider router={router} />
    </AppScope>,
  );
}

beforeEach(() => {
  setLanguage('en');
  vi.spyOn(config, 'getConfig').mockReturnValue({ cryptoSchema: 1 } as ReturnType<typeof config.getConfig>);
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(peopleQuery.queryKey, [luca]);
});
afterEach(() => vi.restoreAllMocks());

test('the heading does not show «Encrypted» for a group’s unencrypted name, and the details mark it', async () => {
  show(0);
  expect(await screen.findByText('Not encrypted')).toBeDefined();
  expect(screen.queryByText(/^Encrypted/)).toBeNull();
});

test('a controller calls all of a group that fits into a call, and nobody of a larger one', async () => {
  const settle = (maxUsersInCall: number) =>
    vi
      .spyOn(config, 'getConfig')
      .mockReturnValue({ cryptoSchema: 1, maxUsersInCall } as ReturnType<typeof config.getConfig>);
  session.store.setState({ status: 'signedIn', profile: testProfile({ uniqueId: me.uniqueId }, 'OPERATOR') }, true);
  settle(2);
  const { unmount } = show(1);
  expect(await screen.findByRole('button', { name: 'Call everyone' })).toBeDefined();
  unmount();
  settle(1);
  show(1);
  await screen.findByText(/^Encrypted/);
  expect(screen.queryByRole('button', { name: 'Call everyone' })).toBeNull();
});

test('the heading shows «Encrypted» if the name is encrypted', async () => {
  show(1);
  expect(await screen.findByText(/^Encrypted/)).toBeDefined();
  expect(screen.queryByText('Not encrypted')).toBeNull();
});

test.each([
  [false, 'The server keeps your keys too', 'Protect my keys'],
  [true, 'Your keys are protected', 'Your keys'],
])('«Encrypted» explains who can read it, with protected keys: %s', async (hasProtectedKeys, line, way) => {
  session.store.setState({ status: 'signedIn', profile: { ...me, hasProtectedKeys } }, true);
  show(1);
  fireEvent.click(await screen.findByRole('button', { name: 'Encrypted' }));
  const dialog = await screen.findByRole('dialog', { name: 'How your messages are protected' });
  expect(dialog.textContent).toContain(line);
  expect(dialog.textContent).toContain('someone whose keys aren’t protected');
  expect(within(dialog).getByRole('link', { name: way }).getAttribute('href')).toBe('/settings/keys');
});
