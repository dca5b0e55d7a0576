/** What the mobile shell needs of each page, whoever is signed in. */
import type { RouterHistory } from '@tanstack/react-router';
import type { StoreApi } from 'zustand/vanilla';
import { isGuestPage, session } from '../../platform';
import { endAnalytics } from '../../platform/native/analytics';
import { hasPlugin } from '../../platform/native/shell';
import { telephone } from '../../platform/native/telephone';
import type { SessionState } from '../../platform/session/session';
import { isChosen } from '../../platform/storage/device-choices';
import { handlePageBackButton } from './back-button';
import { sayUnsigned } from './say-unsigned';

/** A ring of a user who has signed out ends, also if it was answered on the lock screen. */
export function endCallsOfNobody(store: Pick<StoreApi<SessionState>, 'getState' | 'subscribe'>): void {
  if (!hasPlugin('Telephone')) return;
  const look = ({ status }: SessionState) => {
    if (status === 'signedOut') telephone.endAll();
  };
  store.subscribe(look);
  look(store.getState());
}

/** The plugin keeps being turned on by itself: an end that it has not heard is told again. Never rejects. */
export const endAnalyticsUnlessAllowed = async (): Promise<void> =>
  isChosen('analyticsAllowed') ? undefined : endAnalytics();

export function beginInShell(history: RouterHistory): void {
  handlePageBackButton(history);
  sayUnsigned();
  void endAnalyticsUnlessAllowed();
  // A guest's page knows nothing of the user who is signed in on this device.
  if (!isGuestPage) endCallsOfNobody(session.store);
}
