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

test('A4.40: Login state: a ping every 30 s while authenticated and online', () => {
  expect(tickWith({ status: 'signedIn', profile: testProfile() })).toEqual({ pings: 1, probes: 1 });
});

test('A5.5: the ping is sent only when availability is online; who chose to be offline keeps the socket alive', () => {
  const profile = testProfile({ availability: 1 });
  expect(tickWith({ status: 'signedIn', profile })).toEqual({ pings: 0, probes: 1 });
});

test('A5.5: the ping is sent only when authenticated, and not without a net', () => {
  expect(tickWith({ status: 'signedOut', isOver: false })).toEqual({ pings: 0, probes: 0 });
  expect(tickWith({ status: 'signedIn', profile: testProfile() }, false)).toEqual({ pings: 0, probes: 0 });
});
