/**
 * Changes of messages: an edit, a deletion or a reaction is a message of its own, sealed and signed like any other, that names in its sealed
 * text the message it changes. It begins with words that a client without changes still shows well. See `docs/rooms.md`.
 */
import { type ChangeKind, cutText, type Scheme } from '@earth/contracts';

/** A message as its author named it: ids of the server are not signed. */
export interface NamedMessage {
  readonly authorId: string;
  /** The author's `clientId`, or the server's id if there is none. */
  readonly id: string;
}

export interface Change extends NamedMessage {
  readonly kind: ChangeKind;
  /** Of an edit the new text, of a reaction the emoji; empty: no reaction any more. */
  readonly text: string;
}

/** `change` and `changedUniqueId`: what the server is told of a change. */
export interface ChangeRequest {
  readonly change: ChangeKind;
  readonly changedUniqueId: string;
  /** The scheme of the message: readers ignore a change under a lower one, which the server's setting may be meanwhile. */
  readonly changedScheme: Scheme;
}

/** Longest emoji: some are joined from several. */
const EMOJI_MAX = 32;
const EDITED = '✏️ ';
const SIGNS: Readonly<Record<ChangeKind, string>> = { edit: EDITED, delete: '🗑️', react: '' };
const FORM = /^([\s\S]*)\n\n\[earth 1 (edit|delete|react) (\S+) (\S+)\]$/u;

export function writeChange({ kind, authorId, id, text }: Change): string {
  return `${SIGNS[kind]}${text}\n\n[earth 1 ${kind} ${authorId} ${encodeURIComponent(id)}]`;
}

function decodedId(id: string): string | null {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** Null: it is no change, or one of a later version. */
export function readChange(sealed: string): Change | null {
  const [, words, kind, authorId, encoded] = FORM.exec(sealed) ?? [];
  const id = encoded === undefined ? null : decodedId(encoded);
  if (words === undefined || kind === undefined || authorId === undefined || id === null) return null;
  const named = { authorId, id };
  if (kind === 'edit') return { ...named, kind, text: words.startsWith(EDITED) ? words.slice(EDITED.length) : words };
  return kind === 'delete'
    ? { ...named, kind, text: '' }
    : { ...named, kind: 'react', text: cutText(words, EMOJI_MAX) };
}

/** The text that an edit gives its message; of any other text itself. */
export const withoutChange = (text: string): string => readChange(text)?.text ?? text;
