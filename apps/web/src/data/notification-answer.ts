/** The answer to a call that somebody gave in its notification: a page learns it by a message, or by its own address. */
export interface NotificationAnswer {
  readonly callUniqueId: string;
  readonly answer: 'accept' | 'decline';
}

type Fields = Readonly<Record<string, unknown>>;

export const isAnswer = (value: Fields): value is Fields & NotificationAnswer =>
  typeof value['callUniqueId'] === 'string' && (value['answer'] === 'accept' || value['answer'] === 'decline');

function takeAnswer(): NotificationAnswer | null {
  const [[answer, callUniqueId] = []] = new URLSearchParams(location.search);
  const taken = { answer, callUniqueId };
  if (location.pathname !== '/' || !isAnswer(taken)) return null;
  // Whoever reloads has not answered again.
  history.replaceState(null, '', '/');
  return taken;
}

/** The one of the address that this page came by: taken out of it before the router looks. */
export const answerByAddress = takeAnswer();
