/** Nobody has checked the name of a guest: wherever it is shown it says that it is one's. */
import { withoutUnseen } from '@earth/contracts';

const WORDS = { en: 'guest', it: 'ospite' } as const;

/** `language`: that of the page, where there is one. */
export function guestName(name: string, language: string = document.documentElement.lang): string {
  return `${withoutUnseen(name)} (${language.startsWith('it') ? WORDS.it : WORDS.en})`;
}

/** Marks the names of guests in what the server has answered or told: in it, since it has just been decoded and is nobody else's. */
export function markGuests<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null) return answer;
  for (const part of Object.values(answer)) markGuests(part);
  const person: { isGuest?: unknown; name?: unknown } = answer;
  if (person.isGuest === true) person.name = guestName(String(person.name));
  return answer;
}
