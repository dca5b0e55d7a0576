/**
 * Applies the changes of messages (`changes.ts`). What a change may do is checked here, by each receiver, by the author that its
 * signature proves: the server, and the author of the change, are not trusted with it. The order in which messages and changes arrive does
 * not matter, only their positions.
 */
import { isBlank, isGenuine, type NotGenuine, type Scheme, TEXT_MAX } from '@earth/contracts';
import { type Change, readChange } from './changes';
import { readForwarded } from './forwarded';
import type { Outgoing } from './outgoing';
import { quoteOf, readReply } from './quote';

interface Person {
  readonly uniqueId: string;
  readonly name: string;
}

interface Changeable {
  readonly uniqueId: string;
  readonly position: number;
  readonly sender: Person;
  readonly clientId: string | null;
  readonly cryptoSchema: Scheme;
  readonly text: string | NotGenuine | null;
  readonly fileName: string | null;
  readonly fileUrl: string | null;
  readonly change?: string | undefined;
}

/** An emoji with which people have answered a message, in the order in which they did. */
export interface Reaction {
  readonly emoji: string;
  readonly people: readonly Person[];
}

/** What changes have made of a message. */
export interface Changed {
  readonly isEdited?: boolean;
  /** It is a copy of a message of another chat; the text is without the mark of that. */
  readonly isForwarded?: boolean;
  /** By its author: it has neither text nor file any more. */
  readonly isDeleted?: boolean;
  readonly reactions?: readonly Reaction[];
  /** A change of the user is not stored yet. */
  readonly isChanging?: boolean;
}

interface Applicable extends Change {
  readonly by: Person;
  readonly scheme: Scheme;
  readonly position: number;
  readonly isPending: boolean;
}

const keyOf = (authorId: string, id: string) => `${authorId} ${id}`;
const keyIn = ({ sender, clientId, uniqueId }: Changeable) => keyOf(sender.uniqueId, clientId ?? uniqueId);

/** Changes that could not be opened, or that a later version has made, change nothing; those that are not genuine are shown as such. */
const isChange = ({ change, text }: Changeable) => change !== undefined && isGenuine(text);

function toApplicable({ text, change, sender, cryptoSchema, position }: Changeable): Applicable[] {
  const read = typeof text === 'string' ? readChange(text) : null;
  if (!read || read.kind !== change) return [];
  return [{ ...read, by: sender, scheme: cryptoSchema, position, isPending: false }];
}

/** The user's own changes that the server does not have yet, as if it had them. What it refused is shown as a message of its own. */
const toPending = (outgoing: readonly Outgoing[], me: Person): Applicable[] =>
  outgoing.flatMap(({ text, change, state }) => {
    const read = change && state !== 'failed' && state !== 'tooLarge' ? readChange(text) : null;
    return read ? [{ ...read, by: me, scheme: 2, position: Number.POSITIVE_INFINITY, isPending: true }] : [];
  });

/** One emoji, also of several joined ones. */
const EMOJI =
  /^\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*)*$/u;

/**
 * A change that is sealed under less than its message proves less about its author: the server could have made it. Text and file are
 * their author's alone.
 */
function mayChange({ kind, by, scheme, text }: Applicable, message: Changeable): boolean {
  if (scheme < message.cryptoSchema) return false;
  if (kind === 'react') return text === '' || EMOJI.test(text);
  if (by.uniqueId !== message.sender.uniqueId) return false;
  return kind === 'delete' || (message.fileName === null && !isBlank(text) && text.length <= TEXT_MAX);
}

function reactionsOf(changes: readonly Applicable[]): readonly Reaction[] {
  const emojiOf = new Map<string, Applicable>();
  for (const one of changes) {
    // Behind those of others who chose it before.
    emojiOf.delete(one.by.uniqueId);
    if (one.text !== '') emojiOf.set(one.by.uniqueId, one);
  }
  const people = new Map<string, Person[]>();
  for (const { text, by } of emojiOf.values()) people.set(text, [...(people.get(text) ?? []), by]);
  return [...people].map(([emoji, all]) => ({ emoji, people: all }));
}

function changed<Message extends Changeable>(message: Message, changes: readonly Applicable[]): Message & Changed {
  const pending = changes.some(({ isPending }) => isPending) && { isChanging: true };
  if (changes.some(({ kind }) => kind === 'delete'))
    return { ...message, ...pending, text: '', fileName: null, fileUrl: null, previewUrl: undefined, isDeleted: true };
  const edit = changes.findLast(({ kind }) => kind === 'edit');
  const reactions = reactionsOf(changes.filter(({ kind }) => kind === 'react'));
  return {
    ...message,
    ...pending,
    ...(edit && { text: edit.text, isEdited: true }),
    ...(reactions.length > 0 && { reactions }),
  };
}

/** The quotes that replies have of messages that were edited or deleted, with what they quote now. */
function renewedQuotes(
  messages: readonly Changeable[],
  changesOf: ReadonlyMap<Changeable, readonly Applicable[]>,
): ReadonlyMap<string, string> {
  const renewed = new Map<string, string>();
  for (const [{ sender, text }, changes] of changesOf) {
    const edits = changes.filter(({ kind }) => kind === 'edit').map((edit) => edit.text);
    const isDeleted = changes.some(({ kind }) => kind === 'delete');
    const texts = [...(typeof text === 'string' ? [text] : []), ...edits];
    const last = isDeleted ? `${sender.name}: …` : quoteOf({ name: sender.name, text: texts.at(-1) ?? '' });
    for (const former of isDeleted ? texts : texts.slice(0, -1))
      renewed.set(quoteOf({ name: sender.name, text: former }), last);
  }
  if (renewed.size === 0) return renewed;
  // A reply may as well have quoted another message that still says the same.
  for (const message of messages)
    if (!changesOf.has(message) && typeof message.text === 'string')
      renewed.delete(quoteOf({ name: message.sender.name, text: message.text }));
  return renewed;
}

function withQuote<Message extends Changeable>(message: Message, renewed: ReadonlyMap<string, string>): Message {
  if (typeof message.text !== 'string') return message;
  const { quote, text } = readReply(message.text);
  const now = quote === null ? undefined : renewed.get(quote);
  return now === undefined ? message : { ...message, text: `> ${now}\n\n${text}` };
}

/** The same objects as before for what has not changed since: most messages are rendered only once. */
const made = new WeakMap<object, { readonly of: string; readonly message: object }>();

function once<Message extends object>(message: Message, next: Message): Message {
  if (next === message) return message;
  const of = JSON.stringify(next);
  const before = made.get(message);
  if (before?.of === of) return before.message as Message;
  made.set(message, { of, message: next });
  return next;
}

/** Without the mark of a forwarded message. */
function unwrapped<Message extends Changeable>(message: Message): Message & Changed {
  const text = typeof message.text === 'string' ? readForwarded(message.text) : null;
  return text === null ? message : once<Message & Changed>(message, { ...message, text, isForwarded: true });
}

/** The changes, each where it came first: its author sent it once, and the server could repeat an older edit after a newer one. */
function changesIn(messages: readonly Changeable[]): readonly Changeable[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    if (!isChange(message) || seen.has(keyIn(message))) return false;
    seen.add(keyIn(message));
    return true;
  });
}

/**
 * The messages as their changes have left them, without the changes themselves.
 * @param messages in the order of their positions
 * @param pending the user's outgoing messages, and who the user is
 */
export function applyChanges<Message extends Changeable>(
  messages: readonly Message[],
  pending: { readonly outgoing: readonly Outgoing[]; readonly me: Person } | null = null,
): readonly (Message & Changed)[] {
  const mine = pending ? toPending(pending.outgoing, pending.me) : [];
  const isFinal = (message: Message) => !isChange(message) && unwrapped(message) === message;
  if (mine.length === 0 && messages.every(isFinal)) return messages;
  const shown = messages.filter((message) => !isChange(message)).map(unwrapped);
  const byKey = new Map(shown.toReversed().map((message) => [keyIn(message), message]));
  const changesOf = new Map<Message & Changed, Applicable[]>();
  for (const change of [...changesIn(messages).flatMap(toApplicable), ...mine]) {
    const target = byKey.get(keyOf(change.authorId, change.id));
    if (!target || !mayChange(change, target)) continue;
    const changes = changesOf.get(target);
    if (changes) changes.push(change);
    else changesOf.set(target, [change]);
  }
  const renewed = renewedQuotes(shown, changesOf);
  return shown.map((message) => {
    const changes = changesOf.get(message);
    const next = changes ? changed(message, changes) : message;
    return once<Message & Changed>(message, renewed.size > 0 ? withQuote(next, renewed) : next);
  });
}
