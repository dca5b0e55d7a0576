/** Marks the names of guests as such wherever they are shown, because nobody has verified them. */
import { withoutUnseen } from '@earth/contracts';
import { languages, textsIn } from '../texts';

const markOf = (language: string) => ` (${textsIn(language)('guest')})`;
const MARKS = languages.map(markOf);

/** `language`: the page's language by default. */
export function guestName(name: string, language: string = document.documentElement.lang): string {
  return withoutUnseen(name) + markOf(language);
}

/** The mark of a guest's name, in whichever language it was made; empty for other names. */
export const guestMark = (name: string): string => MARKS.find((mark) => name.endsWith(mark)) ?? '';

/** Marks the names of guests in an answer or a pushed event. Changes it in place: it was just decoded and has no other owner. */
export function markGuests<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null) return answer;
  for (const part of Object.values(answer)) markGuests(part);
  const person: { isGuest?: unknown; name?: unknown } = answer;
  if (person.isGuest === true) person.name = guestName(String(person.name));
  return answer;
}
