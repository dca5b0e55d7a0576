/** What a server checks about itself and the services that it uses. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HealthCheck, HealthState, HealthSubject } from '@earth/contracts';
import { BlobsError } from '../../../adapters/blobs/blobs';
import { isServedLocally } from '../../../config/local';
import type { Context } from '../../../context';
import { type Outcome, type Outcomes, reasonOf } from '../../../host/outcomes';

const DAY_MS = 24 * 3600_000;
/** A certificate is renewed by then, if its program works. */
const CERTIFICATE_NEAR_MS = 14 * DAY_MS;
/** Of another server that is asked whether it is there. */
const TIMEOUT_MS = 3_000;
/** So many attempts in a row are no chance. */
const FAILED_IN_A_ROW = 3;

/** All checks of this server. Each reports its own failure. */
export async function checkServer(context: Context): Promise<HealthCheck[]> {
  const [disk, files, certificate, livekit] = await Promise.all([
    checkDisk(context),
    checkFiles(context),
    checkCertificate(context),
    checkLiveKit(context),
  ]);
  const push = checkPush(context);
  const checks = [
    disk,
    files,
    checkMail(context),
    ...push,
    checkRedis(context),
    checkRelay(context),
    certificate,
    livekit,
  ];
  return checks.filter((check) => check !== null);
}

const diskStates = { ok: 'diskFree', low: 'diskLow', full: 'diskFull', out: 'diskOut' } as const;

async function checkDisk({ disk, settings }: Context): Promise<HealthCheck> {
  const bytes = await disk.freeBytes();
  const state = settings.diskReserveMb === 0 ? 'diskFree' : diskStates[await disk.state()];
  return { subject: 'disk', state, bytes };
}

async function checkFiles({ blobs, settings }: Context): Promise<HealthCheck> {
  const subject = 'files';
  if (settings.s3Bucket === undefined) return { subject, state: 'filesOnDisk' };
  try {
    await blobs.size('checks/health');
    return { subject, state: 'filesInBucket' };
  } catch (error) {
    const state = error instanceof BlobsError && error.reason === 'full' ? 'bucketFull' : 'bucketAway';
    return { subject, state, reason: reasonOf(error) };
  }
}

/** The outcome as a check: the last success, or the failures since. */
function checkOf(
  subject: HealthSubject,
  state: HealthState,
  { failures, failedAt, succeededAt, reason }: Outcome,
): HealthCheck {
  const date = failures > 0 ? failedAt : succeededAt;
  return {
    subject,
    state,
    ...(failures > 0 && { count: failures }),
    ...(date && { date: date.toISOString() }),
    ...(failures > 0 && reason !== null && { reason }),
  };
}

/** By the codes of Nodemailer. */
function mailStateOf({ failures, succeededAt, reason }: Outcome): HealthState {
  if (failures === 0) return succeededAt ? 'mailWorks' : 'mailUnused';
  if (/EAUTH|ENOAUTH|EOAUTH2/.test(reason ?? '')) return 'mailSignInRefused';
  if (/ECONN|ESOCKET|ETIMEDOUT|EDNS|ENOTFOUND|EHOST|ETLS/.test(reason ?? '')) return 'mailUnreachable';
  return /EENVELOPE/.test(reason ?? '') && failures < FAILED_IN_A_ROW ? 'mailAddressRefused' : 'mailFails';
}

function checkMail({ outcomes, settings }: Context): HealthCheck {
  const outcome = outcomes.mail.read();
  if (settings.smtpUrl === undefined && outcome.failures === 0)
    return { subject: 'mail', state: isServedLocally(settings) ? 'mailOnScreen' : 'mailInFolder' };
  return checkOf('mail', mailStateOf(outcome), outcome);
}

function pushStateOf({ failures, succeededAt, reason }: Outcome): HealthState {
  if (failures === 0) return succeededAt ? 'pushWorks' : 'pushUnused';
  if (failures < FAILED_IN_A_ROW) return 'pushSomeFail';
  return /^\d+$/.test(reason ?? '') ? 'pushRefused' : 'pushUnreachable';
}

/** Alerts and calls of Apple go to one service: the worse one counts. */
const worse = (one: Outcomes, other: Outcomes): Outcome => {
  const [a, b] = [one.read(), other.read()];
  if (a.failures !== b.failures) return a.failures > b.failures ? a : b;
  return (a.succeededAt ?? 0) > (b.succeededAt ?? 0) ? a : b;
};

function checkPush({ outcomes: { push }, pushAdapters }: Context): HealthCheck[] {
  const services = [
    { subject: 'pushWeb', kind: 'web', outcome: push.web.read() },
    { subject: 'pushFcm', kind: 'fcm', outcome: push.fcm.read() },
    { subject: 'pushApns', kind: 'apns', outcome: worse(push.apns, push.voip) },
  ] as const;
  return services.map(({ subject, kind, outcome }) =>
    pushAdapters.of[kind] ? checkOf(subject, pushStateOf(outcome), outcome) : { subject, state: 'pushOff' },
  );
}

function checkRedis({ bus }: Context): HealthCheck | null {
  const reach = bus.reach();
  if (reach.by === 'none') return null;
  return reach.awaySince
    ? { subject: 'redis', state: 'redisAway', date: reach.awaySince.toISOString() }
    : { subject: 'redis', state: 'redisWorks' };
}

function checkRelay({ relay, settings }: Context): HealthCheck {
  const subject = 'relay';
  if (settings.turnSecret !== undefined) return { subject, state: 'relayOther' };
  if (settings.turnPort === 0) return { subject, state: 'relayOff' };
  return { subject, state: relay ? 'relayWorks' : 'relayClosed' };
}

async function checkCertificate({ clock, settings: { turnTlsCert } }: Context): Promise<HealthCheck | null> {
  const subject = 'certificate';
  if (turnTlsCert === undefined) return null;
  try {
    const ends = new Date(new X509Certificate(await readFile(turnTlsCert)).validTo);
    const left = ends.getTime() - clock.now().getTime();
    const state = left <= 0 ? 'certificateEnded' : left < CERTIFICATE_NEAR_MS ? 'certificateEnds' : 'certificateValid';
    return { subject, state, date: ends.toISOString() };
  } catch (error) {
    return { subject, state: 'certificateUnreadable', reason: reasonOf(error) };
  }
}

/** Whether LiveKit answers at all: this server needs nothing else of it. */
async function checkLiveKit({ settings: { livekitUrl } }: Context): Promise<HealthCheck | null> {
  const subject = 'livekit';
  if (livekitUrl === undefined) return null;
  try {
    await fetch(livekitUrl.replace(/^ws/, 'http'), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { subject, state: 'livekitWorks' };
  } catch (error) {
    return { subject, state: 'livekitAway', reason: reasonOf(error) };
  }
}
