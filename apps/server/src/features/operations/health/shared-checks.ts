/** What all servers share: the database, the queues in it, and backups. */
import type { HealthCheck, HealthSubject, ServerHealth } from '@earth/contracts';
import type { Context } from '../../../context';
import * as store from './store';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A simple query takes a millisecond or two. */
const SLOW_MS = 1_000;
/** What is due is done within seconds; only retries wait, and are due later. */
const LATE_MS = 5 * MINUTE_MS;
/** Processing a large model takes minutes. */
const VIEWS_LATE_MS = 60 * MINUTE_MS;
const BACKUP_OLD_DAYS = 8;

/** @param servers those that run */
export async function checkShared(context: Context, servers: readonly ServerHealth[]): Promise<HealthCheck[]> {
  const { clock, db } = context;
  const before = clock.now();
  const queues = await store.readQueues(db);
  const now = clock.now();
  const backupAt = await store.findLastBackup(db);
  return [
    checkDatabase(now.getTime() - before.getTime()),
    queueCheck('pushQueue', queues.pushes, { now, lateMs: LATE_MS }),
    checkWebhooks(queues, now),
    checkViews(context, queues.views, now),
    { subject: 'calls', state: 'callsOpen', count: queues.openCalls },
    checkBackup(backupAt, now),
    ...(new Set(servers.map(({ version }) => version)).size > 1
      ? [{ subject: 'versions', state: 'versionsDiffer' } as const]
      : []),
  ];
}

function checkDatabase(count: number): HealthCheck {
  return { subject: 'database', state: count > SLOW_MS ? 'databaseSlow' : 'databaseWorks', count };
}

function queueCheck(
  subject: HealthSubject,
  { waiting, oldestDue }: store.Queue,
  { now, lateMs }: { readonly now: Date; readonly lateMs: number },
): HealthCheck {
  if (waiting === 0) return { subject, state: 'queueEmpty' };
  const isLate = oldestDue !== null && now.getTime() - oldestDue.getTime() > lateMs;
  if (!isLate) return { subject, state: 'queueMoves', count: waiting };
  return { subject, state: 'queueStands', count: waiting, date: oldestDue.toISOString() };
}

/** Webhooks that the server has turned off, because their addresses failed for long, are for their companies to mend. */
function checkWebhooks({ webhooks, webhooksOff }: store.Queues, now: Date): HealthCheck {
  const check = queueCheck('webhookQueue', webhooks, { now, lateMs: LATE_MS });
  if (check.state === 'queueStands' || webhooksOff === 0) return check;
  return { subject: 'webhookQueue', state: 'webhooksOff', count: webhooksOff };
}

/** Without Redis this server is the only one that could process them. */
function checkViews({ settings }: Context, views: store.Queue, now: Date): HealthCheck {
  if (views.waiting > 0 && !settings.processViews && settings.redisUrl === undefined)
    return { subject: 'viewQueue', state: 'queueOff', count: views.waiting };
  return queueCheck('viewQueue', views, { now, lateMs: VIEWS_LATE_MS });
}

function checkBackup(date: Date | null, now: Date): HealthCheck {
  const subject = 'backup';
  if (!date) return { subject, state: 'backupNone' };
  const isOld = now.getTime() - date.getTime() > BACKUP_OLD_DAYS * DAY_MS;
  return { subject, state: isOld ? 'backupOld' : 'backupMade', date: date.toISOString() };
}
