import type { Profile } from '@earth/contracts';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../platform';
import { giveConfig } from '../../testing/config';
import { testContact, testProfile } from '../../testing/people';
import { AppScope, beginScope } from '../../testing/scope';
import { toastStore } from '../../shared/toast';
import { createCalls } from './model/call-session';
import { usePlaceCall } from './place-call';

const call = vi.fn<(request: unknown) => void>();

/** What this user gets. */
function placing(me: Profile) {
  session.store.setState({ status: 'signedIn', profile: me }, true);
  beginScope([[createCalls, { call }]]);
  return renderHook(usePlaceCall, { wrapper: AppScope }).result.current;
}

beforeEach(() => {
  giveConfig();
  call.mockClear();
});

const paid: Partial<Profile> = { paidService: true, purchasedMinutes: 100, serviceUsageMinutes: 10 };
const usedUp = 'The service minutes are used up or the service has expired';

test.each<[string, Partial<Profile>, string]>([
  ['minutes have run out', { ...paid, serviceUsageMinutes: 100 }, usedUp],
  ['date has run out', { ...paid, expirationDate: '2020-01-01T00:00:00Z' }, usedUp],
  ['role may not call', { role: { ...testProfile().role, allowedToCall: false } }, 'Your role can’t make calls'],
])('A5.7: no call is made, and the reason is shown, if the %s forbids it', (_, change, words) => {
  const { reason, place } = placing(testProfile(change));
  expect(reason).toBe(words);
  place({ targets: [testContact()] });
  expect(toastStore.getState().toast?.words).toBe(words);
  expect(call).not.toHaveBeenCalled();
});

test('A5.6: says that calls are off', () => {
  giveConfig({ callsEnabled: false });
  expect(placing(testProfile()).reason).toMatch(/turned off/i);
});

test('a call carries its product, and whether it is for help', () => {
  const { reason, place } = placing(testProfile(paid));
  expect(reason).toBeNull();
  const targets = [testContact()];
  place({ targets, subject: 'Feed pump P-204', productCode: 'P-204', forHelp: true });
  expect(call).toHaveBeenCalledWith({ targets, subject: 'Feed pump P-204', productCode: 'P-204', forHelp: true });
});
