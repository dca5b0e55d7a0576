/** What of the user's calls is shown, as the address has it. */
import { holds, MOST_WORDS } from '../../../shared/search';
import type { HistoryPart } from '../../../shared/queries';
import { type CallRecord, tookPlace } from '../call-record';
import { hasTag } from '../model/labels';
import { type Subject, wordsOf } from '../use-history';
import { type OpenedLabels, readable } from '../use-labels';

export const callKinds = ['done', 'missed', 'guest'] as const;
export type CallKind = (typeof callKinds)[number];

export interface CallSearch {
  readonly q?: string | undefined;
  readonly kind?: CallKind | undefined;
  readonly tag?: string | undefined;
  /** First and last day, `2025-11-20`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The id of a contact. */
  readonly with?: string | undefined;
}

/** A day of the calendar; otherwise undefined. */
function dayOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined;
  const date = new Date(`${given}T00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(given) ? undefined : given;
}

/** The router gives what it can read as JSON: a search for `123` is a number. */
export function readFilter({ q, kind, tag, from, to, ...rest }: Readonly<Record<string, unknown>>): CallSearch {
  const textOf = (given: unknown) =>
    typeof given === 'string' || typeof given === 'number'
      ? String(given).slice(0, MOST_WORDS) || undefined
      : undefined;
  return {
    q: textOf(q),
    tag: textOf(tag),
    kind: callKinds.find((known) => known === kind),
    from: dayOf(from),
    to: dayOf(to),
    with: typeof rest['with'] === 'string' && /^[\da-f-]{36}$/.test(rest['with']) ? rest['with'] : undefined,
  };
}

/** Whether the last day is before the first. */
export const isBackwards = ({ from, to }: CallSearch): boolean => from !== undefined && to !== undefined && from > to;

/** What the server finds: a person, and days from midnight to midnight on this device; undefined: all calls. */
export function partOf({ from, to, with: contactUniqueId }: CallSearch): HistoryPart | undefined {
  if (from === undefined && to === undefined && contactUniqueId === undefined) return undefined;
  const midnight = (day: string, later = 0) => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + later);
    return date.toISOString();
  };
  return {
    ...(from !== undefined && { from: midnight(from) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
    ...(contactUniqueId !== undefined && { contactUniqueId }),
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

/** Whether what only this device can read matches. */
export function isMatch({ q = '', tag }: CallSearch, names: string, subject: Subject, opened: OpenedLabels): boolean {
  const labels = readable(opened);
  if (tag !== undefined && !hasTag(labels, tag)) return false;
  return holds(q, names, wordsOf(subject), labels.reference, ...labels.tags);
}

/** The tags in use, and the chosen one. */
export function tagsOf(labels: Iterable<OpenedLabels>, chosen: string | undefined): readonly string[] {
  const tags = new Map<string, string>();
  for (const tag of [...(chosen === undefined ? [] : [chosen]), ...[...labels].flatMap((one) => readable(one).tags)])
    if (!tags.has(tag.toLocaleLowerCase())) tags.set(tag.toLocaleLowerCase(), tag);
  return [...tags.values()].toSorted((one, other) => one.localeCompare(other));
}
