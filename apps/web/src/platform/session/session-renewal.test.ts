import type { Profile } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { testProfile } from '../../testing/people';
import { createLocalStore } from '../storage/local-store';
import { createSession, type SessionPorts } from './session';

const own = testProfile({ publicKey: 'own', hasProtectedKeys: true });
const bought: Profile = { ...own, name: 'Anna Villa' };

let kept: { readonly publicKey?: string } | null;
const api = {
  getProfile: vi.fn<SessionPorts['api']['getProfile']>(),
  setAvailability: vi.fn<SessionPorts['api']['setAvailability']>(async ({ availability }) => ({
    ...own,
    availability,
  })),
  signOut: vi.fn<SessionPorts['api']['signOut']>(async () => null),
};

/** A page of a user with protected keys. */
async function openPage() {
  const session = createSession({
    store: createLocalStore(localStorage),
    keys: {
      async save(taken) {
        kept = typeof taken === 'string' ? {} : { publicKey: taken.publicKey };
      },
      read: async () => kept,
      async delete() {
        kept = null;
      },
    },
    api,
    refresh: async () => true,
    callsEnabled: () => true,
    onEnd: () => {},
    forget: () => {},
  });
  api.getProfile.mockResolvedValue(own);
  await session.save({ token: { token: 't', refreshToken: 'r', deviceId: 'd' }, keyVault: 'vault' });
  await session.storeKeys({ publicKey: 'own', privateKey: 'private', former: [] });
  return session;
}

/** A profile request that stays pending until the test answers it. */
function holdProfile() {
  let answer: (profile: Profile) => void = () => {};
  api.getProfile.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  return (profile: Profile) => answer(profile);
}

beforeEach(() => {
  kept = null;
});

test('shows fields that the server changes by itself', async () => {
  const session = await openPage();
  api.getProfile.mockResolvedValue(bought);
  await session.renewProfile();
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: bought });
});

test('keeps what the user has changed meanwhile', async () => {
  const session = await openPage();
  const answer = holdProfile();
  const renewing = session.renewProfile();
  await session.setAvailable(false);
  answer(own);
  await renewing;
  expect(session.store.getState()).toMatchObject({ profile: { availability: 1 } });
});

test('keys that another tab is storing end nothing here, and are shown by that tab', async () => {
  const session = await openPage();
  const answer = holdProfile();
  const renewing = session.renewProfile();
  kept = { publicKey: 'newer' };
  answer(own);
  await renewing;
  expect(session.store.getState()).toEqual({ status: 'signedIn', profile: own });
  expect(kept).toEqual({ publicKey: 'newer' });
});
