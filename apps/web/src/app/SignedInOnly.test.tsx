/** D4.2 with protected keys: a signed-in user who must create protected keys first can still be called. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignedInOnly } from './SignedInOnly';
import { session } from '../platform';
import { createLocalStore } from '../platform/storage/local-store';
import { testProfile } from '../testing/people';
import { AppScope } from '../testing/scope';

vi.mock('./Reachable', async () => {
  const { useMe } = await import('../platform');
  return { Reachable: () => <p>{`${useMe().name} can be called`}</p> };
});

const luca = testProfile();
/** With the parts that load lazily. */
async function show() {
  await act(async () =>
    render(
      <AppScope>
        <SignedInOnly>
          <p>All pages</p>
        </SignedInOnly>
      </AppScope>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
}

beforeEach(() => {
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => vi.unstubAllGlobals());

test('a call rings beside the page that asks for protected keys', async () => {
  session.store.setState({ status: 'signedIn', profile: luca, mustProtect: true }, true);
  await show();
  expect(screen.getByRole('heading', { name: 'Protect your keys' })).toBeDefined();
  expect(screen.queryByText('All pages')).toBeNull();
  expect(screen.getByText('Luca Moretti can be called')).toBeDefined();
});

test.each([
  ['must create them', null, 'Protect your keys'],
  ['must unlock them', 'a vault', 'Open your keys'],
])('does not ring for a user who has signed in without keys and %s', async (_, keyVault, title) => {
  session.store.setState({ status: 'locked', profile: luca, keyVault }, true);
  await show();
  expect(screen.getByRole('heading', { name: title })).toBeDefined();
  expect(screen.queryByText(/can be called/)).toBeNull();
});
