import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../platform/session/session';
import { testProfile } from '../../testing/people';
import { standInShell } from '../../testing/shell';
import { choose } from '../../platform/storage/device-choices';
import { endAnalyticsUnlessAllowed, endCallsOfNobody } from './page';

afterEach(() => vi.unstubAllGlobals());

test('A4.13: when nobody is signed in, the phone ends its calls', async () => {
  const shell = standInShell({ Telephone: { endAll: () => undefined } });
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  endCallsOfNobody(store);
  store.setState({ status: 'signedIn', profile: testProfile() }, true);
  expect(shell.calls).toEqual([]);
  store.setState({ status: 'signedOut', isOver: false }, true);
  expect(shell.calls).toEqual(['Telephone.endAll']);
});

test('D7.22: an analytics service that the user does not allow is turned off at the start, whatever it was told before', async () => {
  const done = () => undefined;
  const shell = standInShell({ FirebaseAnalytics: { setEnabled: done, resetAnalyticsData: done } });
  choose('analyticsAllowed', true);
  await endAnalyticsUnlessAllowed();
  expect(shell.calls).toEqual([]);
  choose('analyticsAllowed', false);
  await endAnalyticsUnlessAllowed();
  expect(shell.optionsOf('FirebaseAnalytics', 'setEnabled')).toEqual([{ enabled: false }]);
  expect(shell.calls.at(-1)).toBe('FirebaseAnalytics.resetAnalyticsData');
});
