import { expect, test, vi } from 'vitest';
import { testProfile } from '../../testing/people';
import { keepPresent } from './presence';
import type { SessionState } from '../session/session';

function tickWith(session: SessionState, isOnline = true) {
  const ping = vi.fn<() => Promise<null>>().mockResolvedValue(null);
  const probe = vi.fn<() => void>();
  keepPresent({
    session: () => session,
    isOnline: () => isOnline,
    ping,
    probe,
    setInterval: (action, ms) => {
      expect(ms).toBe(30_000);
      action();
      return () => undefined;
    },
  });
  return { pings: ping.mock.calls.length, probes: probe.mock.calls.length };
}

test('A4.40: pings every 30 s while signed in and online', () => {
  expect(tickWith({ status: 'signedIn', profile: testProfile() })).toEqual({ pings: 1, probes: 1 });
});

test('A5.5: pings only if the user is available; otherwise only the socket is kept alive', () => {
  const profile = testProfile({ availability: 1 });
  expect(tickWith({ status: 'signedIn', profile })).toEqual({ pings: 0, probes: 1 });
});

test('A5.5: pings only if signed in, and not without a network', () => {
  expect(tickWith({ status: 'signedOut', isOver: false })).toEqual({ pings: 0, probes: 0 });
  expect(tickWith({ status: 'signedIn', profile: testProfile() }, false)).toEqual({ pings: 0, probes: 0 });
});
