/** What of the user's calls is shown, as the address has it. */
import { MOST_WORDS } from '../../../shared/search';
import type { HistorySpan } from '../../../shared/queries';
import { type CallRecord, tookPlace } from '../call-record';

export const callKinds = ['done', 'missed', 'guest'] as const;
export type CallKind = (typeof callKinds)[number];

export interface CallSearch {
  readonly q?: string | undefined;
  readonly kind?: CallKind | undefined;
  /** First and last day, `2025-11-20`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A day of the calendar; otherwise undefined. */
function dayOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined;
  const date = new Date(`${given}T00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(given) ? undefined : given;
}

/** The router gives what it can read as JSON: a search for `123` is a number. */
export function readFilter({ q, kind, from, to }: Readonly<Record<string, unknown>>): CallSearch {
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, MOST_WORDS) || undefined : undefined,
    kind: callKinds.find((known) => known === kind),
    from: dayOf(from),
    to: dayOf(to),
  };
}

/** Whether the last day is before the first. */
export const isBackwards = ({ from, to }: CallSearch): boolean => from !== undefined && to !== undefined && from > to;

/** The days of the filter, from midnight to midnight on this device; undefined: any time. */
export function spanOf({ from, to }: CallSearch): HistorySpan | undefined {
  if (from === undefined && to === undefined) return undefined;
  const midnight = (day: string, later = 0) => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + later);
    return date.toISOString();
  };
  return {
    ...(from !== undefined && { from: midnight(from) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
  };
}

/** `done`: somebody talked, or is talking. */
const wasTaken = (record: CallRecord) =>
  tookPlace(record) || record.outcome === 'running' || record.outcome === 'taken';

export function isOfKind(record: CallRecord, kind: CallKind | undefined): boolean {
  switch (kind) {
    case undefined:
      return true;
    case 'done':
      return wasTaken(record);
    case 'missed':
      return !wasTaken(record);
    case 'guest':
      return record.item.participants.some(({ contact }) => contact.isGuest);
  }
}
