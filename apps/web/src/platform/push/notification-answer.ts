/** The user's answer to a call from its notification. An open page receives it as a message, a new page by its address. */
import { del, get, set } from 'idb-keyval';
import { LEFT_ANSWER } from '../storage/indexed-store';

export interface NotificationAnswer {
  readonly callUniqueId: string;
  readonly answer: 'accept' | 'decline';
}

type Fields = Readonly<Record<string, unknown>>;

export const isAnswer = (value: Fields): value is Fields & NotificationAnswer =>
  typeof value['callUniqueId'] === 'string' && (value['answer'] === 'accept' || value['answer'] === 'decline');

interface StoredAnswer extends NotificationAnswer {
  readonly secret: string;
}

/**
 * Stores an answer for the page that the worker opens.
 * @returns the secret with which that page finds it. It cannot be guessed, so that a link cannot answer a call.
 */
export async function storeAnswer(answer: NotificationAnswer): Promise<string> {
  const secret = crypto.randomUUID();
  await set(LEFT_ANSWER, { ...answer, secret } satisfies StoredAnswer);
  return secret;
}

/** @returns the answer stored under this secret, once; null: there is none */
export async function claimAnswer(secret: string): Promise<NotificationAnswer | null> {
  const stored = await get<StoredAnswer>(LEFT_ANSWER);
  if (stored?.secret !== secret) return null;
  await del(LEFT_ANSWER);
  return { callUniqueId: stored.callUniqueId, answer: stored.answer };
}
