/**
 * Quota: bytes sent per day (UTC). Counted in memory and stored from time to time, for all servers: a killed server forgets the
 * last few seconds.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../host/clock';
import type { Database } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import * as store from './store';

/** Limit of bytes that are not stored yet. */
const UNSAVED_MAX = 1024 * 1024;
const DAY_MS = 24 * 3600_000;

export interface Share {
  /** The id of a person or a company. */
  readonly subject: string;
  /** Infinity: only counted. */
  readonly max: number;
}

interface Spent {
  readonly subject: string;
  readonly day: string;
  /** Of all servers, as stored last. */
  saved: number;
  unsaved: number;
}

export interface Quota {
  /**
   * Counts bytes against all shares, or against none.
   * @returns a function that gives some of them back, on the day they were counted for
   * @throws ApiError `tooMuchToday`
   */
  count(shares: readonly Share[], bytes: number): Promise<(bytes: number) => void>;
  /** How much a subject has sent today. */
  spentBy(subject: string): Promise<number>;
  /** Stores what is not stored yet. */
  save(): Promise<void>;
}

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

export function createQuota({ db, clock, log }: Deps): Quota {
  const spent = new Map<string, { readonly day: string; readonly reading: Promise<Spent> }>();
  let saving: Promise<void> | undefined;

  async function read(subject: string, day: string): Promise<Spent> {
    return { subject, day, saved: await store.readBytes(db, subject, day), unsaved: 0 };
  }

  async function of(subject: string): Promise<Spent> {
    const day = dayOf(clock.now());
    const known = spent.get(subject);
    if (known?.day === day) return await known.reading;
    const reading = read(subject, day);
    spent.set(subject, { day, reading });
    // The next caller reads again.
    reading.catch(() => spent.delete(subject));
    return await reading;
  }

  async function saveAll(): Promise<void> {
    const day = dayOf(clock.now());
    const all = await Promise.all([...spent.values()].map(({ reading }) => reading));
    const unsaved = all.filter((one) => one.unsaved !== 0).map((one) => ({ one, bytes: one.unsaved }));
    for (const { one, bytes } of unsaved) {
      one.unsaved -= bytes;
      one.saved += bytes;
    }
    try {
      const sums = await store.addBytes(
        db,
        unsaved.map(({ one: { subject, day: its }, bytes }) => ({ subject, day: its, bytes })),
      );
      for (const { one } of unsaved) one.saved = sums.get(`${one.subject} ${one.day}`) ?? one.saved;
    } catch (error) {
      for (const { one, bytes } of unsaved) {
        one.unsaved += bytes;
        one.saved -= bytes;
      }
      throw error;
    }
    // Forgets other days, once they are stored and unchanged.
    for (const { subject, day: its } of all) if (its !== day && spent.get(subject)?.day === its) spent.delete(subject);
    await store.deleteBefore(db, day);
  }

  const save = () =>
    (saving ??= saveAll().finally(() => {
      saving = undefined;
    }));

  return {
    async count(shares, bytes) {
      const all = await Promise.all(shares.map(async ({ subject, max }) => ({ spent: await of(subject), max })));
      if (all.some(({ spent: { saved, unsaved }, max }) => saved + unsaved + bytes > max)) {
        const retryAfterSeconds = (DAY_MS - (clock.now().getTime() % DAY_MS)) / 1000;
        throw new ApiError('tooMuchToday', undefined, { retryAfterSeconds });
      }
      for (const one of all) one.spent.unsaved += bytes;
      // In the background: this request is within what may stay unsaved.
      if (all.some((one) => one.spent.unsaved > UNSAVED_MAX))
        save().catch((error: unknown) => log.error({ err: error }, 'The daily quotas could not be stored'));
      return (unused) => {
        for (const one of all) one.spent.unsaved -= unused;
      };
    },
    async spentBy(subject) {
      const { saved, unsaved } = await of(subject);
      return saved + unsaved;
    },
    save,
  };
}
