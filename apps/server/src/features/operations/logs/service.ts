import { type CallArguments, LOGS_KEPT, LOGS_KEPT_DAYS, type sendLog } from '@earth/contracts';
import type { Context } from '../../../context';
import * as store from './store';

const DAY_MS = 24 * 60 * 60_000;

/** Stores a log as it came, sealed, and deletes old ones: nobody can fill the disk with them. */
export async function storeLog(
  { clock, db, random }: Context,
  { appCode, now, data }: CallArguments<typeof sendLog>,
): Promise<void> {
  const createdAt = clock.now();
  await store.add(db, { id: random.id(), appCode, reportedAt: new Date(now), data, createdAt });
  await store.deleteOld(db, new Date(createdAt.getTime() - LOGS_KEPT_DAYS * DAY_MS), LOGS_KEPT);
}

/** A log as the operator reads it. `log` is null if it was not sealed for this server. */
export interface ReadLog {
  readonly received: string;
  readonly now: string;
  readonly appCode: string;
  readonly log: unknown;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    // Sealed for us by another program.
    return text;
  }
}

/** All stored logs, oldest first. */
export async function readLogs({ db, secrets }: Context): Promise<ReadLog[]> {
  const rows = await store.findAll(db);
  return await Promise.all(
    rows.map(async ({ appCode, createdAt, data, reportedAt }) => ({
      received: createdAt.toISOString(),
      now: reportedAt.toISOString(),
      appCode,
      log: parse(await secrets.logKeys.open(data)),
    })),
  );
}
