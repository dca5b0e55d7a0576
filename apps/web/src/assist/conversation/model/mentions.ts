/** Mentions: an `@` and the name of a person of the room, as their contact has it. */
import { placeIn } from '../../../shared/search';

export interface Mentionable {
  readonly uniqueId: string;
  readonly name: string;
}

/** Longest part of a name that is looked for. */
const TYPED_MAX = 60;
const SHOWN_MAX = 6;

export interface TypedMention {
  /** Where its `@` is. */
  readonly start: number;
  /** What is typed of the name. */
  readonly typed: string;
}

/** The mention that is being typed before the caret; null: none. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const typed = /(?:^|[\s("'«])@([^@\n]*)$/u.exec(text.slice(0, caret))?.[1];
  if (typed === undefined || typed.length > TYPED_MAX || typed.startsWith(' ')) return null;
  return { start: caret - typed.length - 1, typed };
}

/** A name of which a word begins with what is typed. */
const fits = (name: string, typed: string) =>
  typed === '' || name.split(/\s+/u).some((_, index, words) => placeIn(words.slice(index).join(' '), typed)?.[0] === 0);

/** The people who may be meant, in their order. */
export const suggestionsFor = <Person extends Mentionable>(
  typed: string,
  people: readonly Person[],
): readonly Person[] => people.filter(({ name }) => fits(name, typed)).slice(0, SHOWN_MAX);

export interface MentionPart {
  readonly at: number;
  readonly text: string;
  /** Who is mentioned; absent: nobody. */
  readonly person?: Mentionable;
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** A text in parts: mentions, and what is between them. Of two names that begin alike the longer one counts. */
export function partsWithMentions(text: string, people: readonly Mentionable[]): readonly MentionPart[] {
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length);
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = byLength.find(
      ({ name }) => name !== '' && text.startsWith(name, at + 1) && !isLetter(text[at + 1 + name.length]),
    );
    if (!person || isLetter(text[at - 1])) continue;
    if (at > from) parts.push({ at: from, text: text.slice(from, at) });
    from = at + 1 + person.name.length;
    parts.push({ at, text: text.slice(at, from), person });
  }
  if (from < text.length || parts.length === 0) parts.push({ at: from, text: text.slice(from) });
  return parts;
}

/** The ids of those who are mentioned, each once. */
export const mentionedIn = (text: string, people: readonly Mentionable[]): readonly string[] => [
  ...new Set(partsWithMentions(text, people).flatMap(({ person }) => person?.uniqueId ?? [])),
];
