/**
 * The text of a pushed room message for its notification: fetched with the read token of the push, and opened with the keys on this
 * device. The session's own tokens are not used here, because only the tabs may refresh them.
 */
import { decode, encode, envelope, isGenuine, readPushedMessage } from '@earth/contracts';
import { openText } from '@earth/crypto';
import { exchange } from '../http/exchange';
import { deviceKeys } from '../session/device-keys';
import { readAreTextsShown } from './notification-texts';

/** After this time the notification only says that there is a message. */
const TIMEOUT_MS = 5000;

export interface PushedText {
  readonly senderName: string;
  /** Of the message, as the push of it has it. */
  readonly date: string;
  readonly text: string;
  /** The name of the file; null: no file. */
  readonly fileName: string | null;
}

const pageFetch: typeof fetch = (url, init) => fetch(url, init);

async function ask(readToken: string) {
  const fields = Object.entries(encode(readPushedMessage.body, { readToken }) as Readonly<Record<string, string>>);
  const { method, path: url } = readPushedMessage;
  const { json } = await exchange(pageFetch, { url, method, headers: {}, fields, timeoutMs: TIMEOUT_MS });
  const answer = decode(envelope, json);
  const read = decode(readPushedMessage.data, answer.success ? answer.data.data : null);
  return read.success ? read.data : null;
}

async function open(roomId: string, readToken: string): Promise<PushedText | null> {
  if (!(await readAreTextsShown())) return null;
  const [keys, answer] = await Promise.all([deviceKeys.read(), ask(readToken)]);
  if (!keys || !answer) return null;
  const { contactUniqueId: uniqueId, sender, roomMessage } = answer;
  const { clientId: id, cryptoSchema, date, fileName, message } = roomMessage;
  const origin = { sender, place: { kind: 'message', within: roomId, id }, date } as const;
  const text = await openText(cryptoSchema, message, { uniqueId, keys }, origin);
  return text !== null && isGenuine(text) ? { senderName: sender.name, date, text, fileName } : null;
}

/** Null: it cannot be opened, is not genuine, or must not be shown. Never rejects. */
export function openPushed(roomId: string, readToken: string): Promise<PushedText | null> {
  const opening = open(roomId, readToken).catch(() => null);
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  return Promise.race([opening, tooLong]);
}
