/** Sums the days of usage by day, week or month. */
import type { CallData, getUsage, StorageDay, UsageDay } from '@earth/contracts';

export type Usage = CallData<typeof getUsage>;

export const steps = ['day', 'week', 'month'] as const;
export type Step = (typeof steps)[number];

export interface Period extends Omit<UsageDay, 'day'> {
  /** Its first day within the chosen time. */
  readonly from: string;
  /** Its last day within the chosen time. */
  readonly to: string;
  /** Bytes as measured last in it, by kind; null: nothing was measured. */
  readonly storage: Omit<StorageDay, 'day'> | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day this many days later; negative: before. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** What days of the same period have in common. Weeks begin on Monday. */
function periodOf(day: string, step: Step): string {
  if (step === 'day') return day;
  if (step === 'month') return day.slice(0, 7);
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** One entry per period, also for those without calls and views. */
export function periodsOf({ days, storage }: Usage, from: string, to: string, step: Step): Period[] {
  const daysBy = new Map(days.map((one) => [one.day, one]));
  const storageBy = new Map(storage.map(({ day, ...bytes }) => [day, bytes]));
  const periods: { key: string; period: Period }[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const key = periodOf(day, step);
    const last = periods.at(-1);
    const isSame = last?.key === key;
    const before = isSame ? last.period : { from: day, calls: 0, answered: 0, minutes: 0, views: 0, storage: null };
    const of = daysBy.get(day);
    const period = {
      from: before.from,
      to: day,
      calls: before.calls + (of?.calls ?? 0),
      answered: before.answered + (of?.answered ?? 0),
      minutes: before.minutes + (of?.minutes ?? 0),
      views: before.views + (of?.views ?? 0),
      storage: storageBy.get(day) ?? before.storage,
    };
    if (isSame) periods.pop();
    periods.push({ key, period });
  }
  return periods.map(({ period }) => period);
}

export const bytesOf = (storage: Omit<StorageDay, 'day'>): number =>
  storage.contents + storage.calls + storage.rooms + storage.photographs;

/** A round number of bytes, in powers of two, at least as large. */
export function roundUpBytes(most: number): number {
  let top = 1024 * 1024;
  while (top < most) top *= 2;
  return top;
}
