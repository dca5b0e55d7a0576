/** Marks the names of guests as such wherever they are shown, because nobody has verified them. */
import { withoutUnseen } from '@earth/contracts';

const WORDS = { en: 'guest', it: 'ospite' } as const;

/** `language`: the page's language by default. */
export function guestName(name: string, language: string = document.documentElement.lang): string {
  return `${withoutUnseen(name)} (${language.startsWith('it') ? WORDS.it : WORDS.en})`;
}

/** Marks the names of guests in an answer or a pushed event. Changes it in place: it was just decoded and has no other owner. */
export function markGuests<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null) return answer;
  for (const part of Object.values(answer)) markGuests(part);
  const person: { isGuest?: unknown; name?: unknown } = answer;
  if (person.isGuest === true) person.name = guestName(String(person.name));
  return answer;
}
