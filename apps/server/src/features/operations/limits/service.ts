/** Limits per session, guest and company: calls per minute, concurrent uploads, bytes per day, and disk space. */
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../../config/settings';
import type { Clock } from '../../../host/clock';
import type { Database } from '../../../db/database';
import type { Disk } from '../../../host/disk';
import { ApiError } from '../../../http/api-error';
import { createTokenBuckets } from '../../../http/token-buckets';
import type { Caller } from '../../../http/principal';
import { createQuota } from './quota';
import { isAnswered } from './store';
import { sessionOf, subjectOf } from './subjects';
import { createUploads, isUpload } from './uploads';
import type { Limits } from '../../../http/limits';

const SAVE_EVERY_MS = 10_000;
const MB = 1024 * 1024;
/** What a guest may send before the call is answered: a ring, its subject, and a few lines. */
const UNANSWERED_GUEST_BYTES = 1 * MB;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly settings: Settings;
}

const bytesOf = (megabytes: number) => (megabytes === 0 ? Number.POSITIVE_INFINITY : megabytes * MB);

export function createLimits({ db, clock, disk, log, settings }: Deps): Limits {
  const sessionCalls = createTokenBuckets(clock, settings.callsAMinute);
  const guestCalls = createTokenBuckets(clock, settings.guestCallsAMinute);
  const companyCalls = createTokenBuckets(clock, settings.companyCallsAMinute);
  const uploads = createUploads(settings);
  const quota = createQuota({ db, clock, log });
  let saves: NodeJS.Timeout | undefined;

  /** @throws ApiError `tooMuchToday` */
  async function maxOf(caller: Caller, bytes: number): Promise<number> {
    const { guest } = caller;
    if (!guest) return bytesOf(settings.mbADay);
    const max = bytesOf(settings.guestMbADay);
    // Most guests send little: for those the query is skipped.
    if ((await quota.spentBy(subjectOf(caller))) + bytes <= UNANSWERED_GUEST_BYTES) return max;
    const wasAnswered = guest.callId !== null && (await isAnswered(db, guest.callId));
    return wasAnswered ? max : Math.min(max, UNANSWERED_GUEST_BYTES);
  }

  return {
    countCall(principal) {
      const session = principal.guest ? guestCalls : sessionCalls;
      // A session over its limit uses up nothing of its company's.
      const wait = session(sessionOf(principal)) || companyCalls(principal.companyId);
      if (wait > 0) throw new ApiError('tooManyCalls', undefined, { retryAfterSeconds: wait });
    },
    async begin(body) {
      if (!isUpload(body)) return () => undefined;
      const end = uploads.begin(body);
      try {
        if (await disk.hasRoomFor(uploads.bytes)) return end;
        throw new ApiError('diskFull');
      } catch (error) {
        end();
        throw error;
      }
    },
    async countBytes(principal, bytes) {
      const own = { subject: subjectOf(principal), max: await maxOf(principal, bytes) };
      // If a company has sent too much, its people can still write.
      const max = isUpload({ bytes }) ? bytesOf(settings.companyMbADay) : Number.POSITIVE_INFINITY;
      return await quota.count([own, { subject: principal.companyId, max }], bytes);
    },
    start() {
      const save = () =>
        quota.save().catch((error: unknown) => log.error({ err: error }, 'The daily quotas could not be stored'));
      saves = setInterval(() => void save(), SAVE_EVERY_MS).unref();
    },
    async stop() {
      clearInterval(saves);
      await quota.save().catch((error: unknown) => log.error({ err: error }, 'The daily quotas could not be stored'));
    },
  };
}
