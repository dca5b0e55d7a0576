/** Signing in with protected keys (D4.2): who is signed in and has to make theirs first is still there for others. */
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignedInOnly } from './SignedInOnly';
import { session } from '../platform';
import { createLocalStore } from '../platform/storage/local-store';
import { testProfile } from '../testing/people';

vi.mock('./Reachable', async () => {
  const { useMe } = await import('../platform');
  return { Reachable: () => <p>{`${useMe().name} can be called`}</p> };
});
vi.mock('../shared/use-title', () => ({ useTitle: () => undefined }));
vi.mock('../assist/calls/model/call-session', () => ({ useCall: () => ({ view: { phase: 'idle' } }) }));
vi.mock('../platform/config', () => ({ getConfig: () => ({ brand: { coverUrl: '' }, cryptoSchema: 1 }) }));

const luca = testProfile();
/** With the parts that come by themselves. */
async function show() {
  await act(async () =>
    render(
      <MantineProvider>
        <SignedInOnly>
          <p>All pages</p>
        </SignedInOnly>
      </MantineProvider>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
}

beforeEach(() => {
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => vi.unstubAllGlobals());

test('a call rings beside the page that asks for keys of one’s own', async () => {
  session.store.setState({ status: 'signedIn', profile: luca, mustProtect: true }, true);
  await show();
  expect(screen.getByRole('heading', { name: 'Protect your keys' })).toBeDefined();
  expect(screen.queryByText('All pages')).toBeNull();
  expect(screen.getByText('Luca Moretti can be called')).toBeDefined();
});

test.each([
  ['has yet to make them', null, 'Protect your keys'],
  ['has yet to open them', 'a vault', 'Open your keys'],
])('nothing rings for who has signed in without keys and %s', async (_, keyVault, title) => {
  session.store.setState({ status: 'locked', profile: luca, keyVault }, true);
  await show();
  expect(screen.getByRole('heading', { name: title })).toBeDefined();
  expect(screen.queryByText(/can be called/)).toBeNull();
});
