/** The answer to a call that somebody gave in its notification: a page learns it by a message, or by its own address. */
import { del, get, set } from 'idb-keyval';
import { LEFT_ANSWER } from '../storage/indexed-store';

export interface NotificationAnswer {
  readonly callUniqueId: string;
  readonly answer: 'accept' | 'decline';
}

type Fields = Readonly<Record<string, unknown>>;

export const isAnswer = (value: Fields): value is Fields & NotificationAnswer =>
  typeof value['callUniqueId'] === 'string' && (value['answer'] === 'accept' || value['answer'] === 'decline');

interface Left extends NotificationAnswer {
  readonly secret: string;
}

/**
 * The worker leaves an answer for the page that it opens.
 * @returns what that page finds it by. Nobody else can know it: a link must not answer a call.
 */
export async function leaveAnswer(answer: NotificationAnswer): Promise<string> {
  const secret = crypto.randomUUID();
  await set(LEFT_ANSWER, { ...answer, secret } satisfies Left);
  return secret;
}

/** @returns the answer that was left under this secret, once; null where none was */
export async function takeAnswer(secret: string): Promise<NotificationAnswer | null> {
  const left = await get<Left>(LEFT_ANSWER);
  if (left?.secret !== secret) return null;
  await del(LEFT_ANSWER);
  return { callUniqueId: left.callUniqueId, answer: left.answer };
}
