import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../platform/session/session';
import { testProfile } from '../../testing/people';
import { standInShell } from '../../testing/shell';
import { endCallsOfNobody } from './page';

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
