import type { Profile } from '@earth/contracts';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../testing/people';
import { showToast } from '../../shared/toast';
import { usePlaceCall } from './place-call';

const world = vi.hoisted(() => ({
  me: null as unknown,
  callsEnabled: true,
  call: vi.fn<(request: unknown) => void>(),
}));
vi.mock('../../platform', () => ({ getConfig: () => ({ callsEnabled: world.callsEnabled }), useMe: () => world.me }));
vi.mock('./model/call-session', () => ({ getCallSession: () => ({ call: world.call }) }));
vi.mock('../../shared/use-reach', () => ({ useReach: () => 'online' }));
vi.mock('../../shared/toast', () => ({ showToast: vi.fn<(words: string) => void>() }));

const paid: Partial<Profile> = { paidService: true, purchasedMinutes: 100, serviceUsageMinutes: 10 };
const usedUp = 'The service minutes are used up or the service has expired';

test.each<[string, Partial<Profile>, string]>([
  ['minutes have run out', { ...paid, serviceUsageMinutes: 100 }, usedUp],
  ['date has run out', { ...paid, expirationDate: '2020-01-01T00:00:00Z' }, usedUp],
  ['role may not call', { role: { ...testProfile().role, allowedToCall: false } }, 'Your role is not allowed to call'],
])('A5.7: no call is made, and the reason is shown, if the %s forbids it', (_, change, words) => {
  world.me = testProfile(change);
  world.call.mockClear();
  const { result } = renderHook(() => usePlaceCall());
  expect(result.current.reason).toBe(words);
  result.current.place({ targets: [testContact()] });
  expect(showToast).toHaveBeenCalledWith(words);
  expect(world.call).not.toHaveBeenCalled();
});

test('A5.6: says that calls are off', () => {
  world.me = testProfile();
  world.callsEnabled = false;
  expect(renderHook(() => usePlaceCall()).result.current.reason).toMatch(/switched off/i);
  world.callsEnabled = true;
});

test('a call carries its product, and whether it is for help', () => {
  world.me = testProfile(paid);
  const { result } = renderHook(() => usePlaceCall());
  expect(result.current.reason).toBeNull();
  const targets = [testContact()];
  result.current.place({ targets, subject: 'Feed pump P-204', productCode: 'P-204', forHelp: true });
  expect(world.call).toHaveBeenCalledWith({ targets, subject: 'Feed pump P-204', productCode: 'P-204', forHelp: true });
});
