/** Aggregates the server's counts for the page. */
import type { CallData, getStatistics, Language } from '@earth/contracts';

export type Statistics = CallData<typeof getStatistics>;

export interface Figures {
  readonly screens: number;
  readonly contents: number;
  readonly favourites: number;
}
export interface DayFigures extends Figures {
  readonly day: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day this many days later; negative: before. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const sum = (figures: readonly Figures[]): Figures => ({
  screens: figures.reduce((total, { screens }) => total + screens, 0),
  contents: figures.reduce((total, { contents }) => total + contents, 0),
  favourites: figures.reduce((total, { favourites }) => total + favourites, 0),
});

/** One entry per day of the period, also for days without views. */
export function byDay({ days }: Statistics, from: string, to: string): DayFigures[] {
  const all: DayFigures[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1))
    all.push({ day, ...sum(days.filter((figures) => figures.day === day)) });
  return all;
}

/** Sorted by views, descending. */
export function byLanguage({ days }: Statistics): (Figures & { readonly locale: Language })[] {
  return (['en', 'it'] as const)
    .map((locale) => ({ locale, ...sum(days.filter((figures) => figures.locale === locale)) }))
    .filter(({ screens, contents, favourites }) => screens + contents + favourites > 0)
    .toSorted((one, other) => other.screens + other.contents - one.screens - one.contents);
}
