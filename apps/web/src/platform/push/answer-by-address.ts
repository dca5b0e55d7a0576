import { type NotificationAnswer, takeAnswer } from './notification-answer';

async function takeByAddress(): Promise<NotificationAnswer | null> {
  const secret = new URLSearchParams(location.search).get('answer');
  if (location.pathname !== '/' || secret === null) return null;
  // Whoever reloads has not answered again.
  history.replaceState(null, '', '/');
  // A browser that refuses its database has kept no answer: the call rings, as after any start.
  return takeAnswer(secret).catch(() => null);
}

/** Taken out of the address before the router looks. */
let answer: Promise<NotificationAnswer | null> = takeByAddress();

/** The answer that this page was opened with; null from the second time on: who is called again later has not answered that. */
export function takeAnswerByAddress(): Promise<NotificationAnswer | null> {
  const taken = answer;
  answer = Promise.resolve(null);
  return taken;
}
