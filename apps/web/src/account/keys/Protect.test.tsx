import type { SignedInDevice } from '@earth/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, session } from '../../platform';
import { roomsOf } from '../../assist/rooms/model/room-sending';
import { createUnsentStore, forgetUnsent } from '../../platform/storage/unsent';
import { testProfile } from '../../testing/people';
import { showPages } from '../../testing/visitor';
import { Protect } from './Protect';
import { queries, renderInScope } from '../../testing/scope';

beforeEach(() => setLanguage('en'));
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

const deviceOf = (minutesAgo: number): SignedInDevice => {
  const signInDate = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return { deviceId: 'device-1', appOs: 'web', model: '', signInDate, lastSeen: signInDate, isCurrent: true };
};

test('continues after a recent sign-in; after an old one, signs out first, and asks for a new code at once', async () => {
  const list = vi.spyOn(api, 'listDevices').mockResolvedValue([deviceOf(1)]);
  const { unmount } = renderInScope(<Protect profile={testProfile()} />);
  await vi.waitFor(() => expect(queries().isFetching()).toBe(0));
  expect(screen.getByRole('button', { name: 'Choose a passphrase' })).toHaveProperty('disabled', false);
  expect(screen.queryByText(/with a new code/)).toBeNull();
  unmount();

  queries().clear();
  list.mockResolvedValue([deviceOf(31)]);
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue();
  const me = testProfile();
  const router = showPages(
    { '/settings/keys': () => <Protect profile={me} />, '/login/': () => <p>Sign in here</p> },
    '/settings/keys',
  );
  await screen.findByText(/with a new code/);
  expect(screen.getByRole('button', { name: 'Choose a passphrase' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  const question = within(await screen.findByRole('dialog', { name: 'Sign out and sign in again?' }));
  expect(question.getByText(`You’ll get a new code at ${me.email} and then come back here.`)).toBeDefined();
  expect(signOut).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Sign in again' }));
  expect(await screen.findByText('Sign in here')).toBeDefined();
  expect(signOut).toHaveBeenCalledOnce();
  const { search, hash } = router.state.location;
  expect([search, new URLSearchParams(hash).get('email')]).toEqual([{ to: '/settings/keys' }, me.email]);
});

test.each([
  ['en', 'Choose a passphrase', 'Some of your messages haven’t been sent yet. Come back when they have.'],
  ['it', 'Scegli una passphrase', 'Alcuni tuoi messaggi non sono ancora stati inviati. Torna quando lo saranno.'],
] as const)('in «%s»: pending messages of another tab block the change', async (language, start, line) => {
  setLanguage(language);
  vi.spyOn(api, 'listDevices').mockResolvedValue([deviceOf(1)]);
  const profile = testProfile();
  session.store.setState({ status: 'signedIn', profile }, true);
  const tab = createUnsentStore(roomsOf(profile.uniqueId), { request: async () => {} });
  await tab.keep({ fields: { id: 'room', message: 'sealed', cryptoSchema: 1, clientId: 'a' } });
  renderInScope(<Protect profile={profile} />);
  expect(await screen.findByText(line)).toBeDefined();
  const button = screen.getByRole('button', { name: start });
  expect(button).toHaveProperty('disabled', true);
  await forgetUnsent();
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false), { timeout: 5000 });
});
