import { type NotificationAnswer, claimAnswer } from './notification-answer';

async function claimFromAddress(): Promise<NotificationAnswer | null> {
  const secret = new URLSearchParams(location.search).get('answer');
  if (location.pathname !== '/' || secret === null) return null;
  // A reload must not answer again.
  history.replaceState(null, '', '/');
  // If the browser refuses IndexedDB, no answer was stored: the call rings, as after any other start.
  return claimAnswer(secret).catch(() => null);
}

function createClaim(answer: Promise<NotificationAnswer | null>) {
  let isClaimed = false;
  return async (): Promise<NotificationAnswer | null> => {
    if (isClaimed) return null;
    isClaimed = true;
    return answer;
  };
}

/**
 * The answer in the address with which this page was opened; null from the second call on, so that it does not answer a later call.
 * It is removed from the address now, before the router reads it.
 */
export const claimAnswerFromAddress = createClaim(claimFromAddress());
