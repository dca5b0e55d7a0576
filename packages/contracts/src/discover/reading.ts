/** What the reading calls of contents have in common. */
import * as z from 'zod/mini';
import { locale } from '../contents';

/** Higher limit, because the visitors of a museum share one network address. */
export const reading = {
  tag: 'Contents',
  auth: 'key',
  scope: 'read',
  callsAMinute: Number.POSITIVE_INFINITY,
  revalidated: true,
  compressed: true,
} as const;

/** The language of the texts. */
export const l = z._default(locale, 'en');
