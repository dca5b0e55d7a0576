/** Nobody has checked the name of a guest: wherever it is shown it says that it is one's. */
import { withoutUnseen } from '@earth/contracts';

const WORDS = { en: 'guest', it: 'ospite' } as const;

/** `language`: that of the page, where there is one. */
export function guestName(name: string, language: string = document.documentElement.lang): string {
  return `${withoutUnseen(name)} (${language.startsWith('it') ? WORDS.it : WORDS.en})`;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What the server has answered or told, with the names of guests marked. What names none stays the same object. */
export function markGuests<Answer>(answer: Answer): Answer;
export function markGuests(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    const all: readonly unknown[] = answer;
    const marked = all.map((one) => markGuests(one));
    return marked.some((one, index) => one !== all[index]) ? marked : all;
  }
  if (!isPlain(answer)) return answer;
  const changed = Object.entries(answer).flatMap(([key, value]) => {
    const marked = markGuests(value);
    return marked === value ? [] : [[key, marked] as const];
  });
  const { isGuest, name } = answer;
  if (isGuest === true && typeof name === 'string') changed.push(['name', guestName(name)]);
  return changed.length === 0 ? answer : { ...answer, ...Object.fromEntries(changed) };
}
