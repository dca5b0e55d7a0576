/** The number of a report, from the date and the id of its call: the same on every device, in every language, and on every print. */
import type { Call } from '@earth/contracts';

/** `20251120-7F3A`: the day in UTC, and the last digits of the id, which are random. */
export const reportNumber = ({ startDate, uniqueId }: Pick<Call, 'startDate' | 'uniqueId'>): string =>
  `${new Date(startDate).toISOString().slice(0, 10).replaceAll('-', '')}-${uniqueId.slice(-4).toUpperCase()}`;
