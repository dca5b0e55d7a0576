/** What all servers share: the database, the queues in it, and backups. */
import {
  type CallData,
  type getHealth,
  HEALTH_EVERY_MS,
  type HealthCheck,
  type HealthSubject,
  type ServerHealth,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { runChecks } from './checks';
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

/** A check of its servers that is older has been left out twice. */
const CHECKS_LATE_MS = 3 * HEALTH_EVERY_MS;

type Shared = Pick<CallData<typeof getHealth>, 'database' | 'checks'>;

/** @param servers what those that run found about themselves; null: nothing yet */
export async function checkShared(context: Context, servers: readonly (ServerHealth | null)[]): Promise<Shared> {
  let database: Shared['database'] = null;
  const readFacts = async () => {
    database = await store.readDatabase(context.db);
  };
  const checks = await runChecks([
    ['database', async () => (await Promise.all([checkQueues(context), readFacts()]))[0]],
    ['backup', async () => checkBackup(await store.findLastBackup(context.db), context.clock.now())],
    ['versions', () => checkVersions(servers)],
    ['checks', () => checkLateness(servers, context.clock.now())],
  ]);
  return { database, checks };
}

/** The database, by the time it takes to read the queues in it. */
async function checkQueues(context: Context): Promise<HealthCheck[]> {
  const { clock, db, leadAddress } = context;
  const before = clock.now();
  const work = await store.readQueues(db, { areLeadsSent: leadAddress !== undefined });
  const now = clock.now();
  const { push, leads, views } = work.queues;
  const late = { now, lateMs: LATE_MS };
  return [
    checkDatabase(now.getTime() - before.getTime()),
    queueCheck('pushQueue', push, late),
    checkWebhooks(work, now),
    ...(leads ? [queueCheck('leadQueue', leads, late)] : []),
    checkViews(context, views, now),
    { subject: 'calls', state: 'callsOpen', count: work.openCalls },
  ];
}

function checkVersions(servers: readonly (ServerHealth | null)[]): HealthCheck | null {
  const versions = new Set(servers.flatMap((one) => one?.version ?? []));
  return versions.size > 1 ? { subject: 'versions', state: 'versionsDiffer' } : null;
}

/** A server keeps its lease also if its checks do not come to an end. */
function checkLateness(servers: readonly (ServerHealth | null)[], now: Date): HealthCheck | null {
  const isLate = (one: ServerHealth | null) => !one || now.getTime() - new Date(one.seen).getTime() > CHECKS_LATE_MS;
  const count = servers.filter(isLate).length;
  return count > 0 ? { subject: 'checks', state: 'checksLate', count } : null;
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
function checkWebhooks({ queues: { webhooks }, webhooksOff }: store.Work, now: Date): HealthCheck {
  const check = queueCheck('webhookQueue', webhooks, { now, lateMs: LATE_MS });
  if (check.state === 'queueStands' || webhooksOff === 0) return check;
  return { subject: 'webhookQueue', state: 'webhooksOff', count: webhooksOff };
}

/** Without Redis this server is the only one that could process them. */
function checkViews({ settings }: Context, views: store.Queue, now: Date): HealthCheck {
  if (!settings.processViews && settings.redisUrl === undefined)
    return { subject: 'viewQueue', state: 'queueOff', count: views.waiting };
  return queueCheck('viewQueue', views, { now, lateMs: VIEWS_LATE_MS });
}

function checkBackup(date: Date | null, now: Date): HealthCheck {
  const subject = 'backup';
  if (!date) return { subject, state: 'backupNone' };
  const isOld = now.getTime() - date.getTime() > BACKUP_OLD_DAYS * DAY_MS;
  return { subject, state: isOld ? 'backupOld' : 'backupMade', date: date.toISOString() };
}
