/** A signed-in user can be called on every page: a call goes on from one page to the next. */
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../platform';
import { createLocalStore } from '../platform/storage/local-store';
import { giveConfig } from '../testing/config';
import { testProfile } from '../testing/people';
import { forgetContents, refused, serve, showApp } from '../testing/visitor';

vi.mock('./Reachable', async () => {
  const { useMe } = await import('../platform');
  return { Reachable: () => <p>{`${useMe().name} can be called`}</p> };
});

const luca = testProfile();
/** The pages are loaded lazily. */
const WAIT = { timeout: 5_000 };

beforeEach(() => {
  giveConfig();
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  serve(() => refused('internal'));
});
afterEach(() => {
  forgetContents();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  vi.unstubAllGlobals();
});

test('what makes a user reachable stays mounted from page to page, with another shell and without one', async () => {
  session.store.setState({ status: 'signedIn', profile: luca }, true);
  const router = showApp('/notifications');
  const reachable = await screen.findByText('Luca Moretti can be called', {}, WAIT);
  for (const [to, title] of [
    ['/credits', 'Credits'],
    ['/ar/print', 'AR pictures to print'],
    ['/notifications', 'Notifications'],
  ] as const) {
    await act(() => router.navigate({ to }));
    await screen.findByRole('heading', { name: title }, WAIT);
    expect(screen.getByText('Luca Moretti can be called'), to).toBe(reachable);
  }

  act(() => session.store.setState({ status: 'signedOut', isOver: false }, true));
  await waitFor(() => expect(screen.queryByText(/can be called/)).toBeNull());
});

test('a call rings beside the page that asks for protected keys', async () => {
  session.store.setState({ status: 'signedIn', profile: luca, mustProtect: true }, true);
  showApp('/people');
  expect(await screen.findByRole('heading', { name: 'Protect your keys' }, WAIT)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'People' })).toBeNull();
  expect(await screen.findByText('Luca Moretti can be called', {}, WAIT)).toBeDefined();
});

test.each([
  ['must create them', null, 'Protect your keys'],
  ['must unlock them', 'a vault', 'Open your keys'],
])('does not ring for a user who has signed in without keys and %s', async (_, keyVault, title) => {
  session.store.setState({ status: 'locked', profile: luca, keyVault }, true);
  showApp('/people');
  expect(await screen.findByRole('heading', { name: title }, WAIT)).toBeDefined();
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByText(/can be called/)).toBeNull();
});
