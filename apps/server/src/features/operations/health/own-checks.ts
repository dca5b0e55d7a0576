/** What a server checks about itself and the services that it uses. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HealthCheck, HealthState, HealthSubject } from '@earth/contracts';
import { BlobsError } from '../../../adapters/blobs/blobs';
import { isServedLocally } from '../../../config/local';
import type { Context } from '../../../context';
import { runChecks } from './checks';
import { type Outcome, type Outcomes, reasonOf } from '../../../host/outcomes';

const DAY_MS = 24 * 3600_000;
/** A certificate is renewed by then, if its program works. */
const CERTIFICATE_NEAR_MS = 14 * DAY_MS;
/** Of another server that is asked whether it is there. */
const TIMEOUT_MS = 3_000;
/** So many attempts in a row are no chance. */
const FAILED_IN_A_ROW = 3;

/** All checks of this server. */
export const checkServer = (context: Context): Promise<HealthCheck[]> =>
  runChecks([
    ['disk', () => checkDisk(context)],
    ['files', () => checkFiles(context)],
    ['mail', () => checkMail(context)],
    ['pushWeb', () => checkPush(context)],
    ['redis', () => checkRedis(context)],
    ['relay', () => checkRelay(context)],
    ['certificate', () => checkCertificate(context)],
    ['livekit', () => checkLiveKit(context)],
  ]);

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

const NETWORK_CODE = /^(E[A-Z]{3}|UND_ERR|ERR_(HTTP2|SSL|TLS)|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/;

/** By the status of the service's answer, or the code of the network. */
function pushStateOf({ failures, succeededAt, reason }: Outcome, subject: HealthSubject): HealthState {
  if (failures === 0) return succeededAt ? 'pushWorks' : 'pushUnused';
  // The services of browsers are the choice of each user: one of them says little about the others, or about this server.
  if (failures < FAILED_IN_A_ROW || reason === null || subject === 'pushWeb') return 'pushSomeFail';
  if (/^(408|429|5\d\d)$/.test(reason)) return 'pushBusy';
  if (/^4\d\d$/.test(reason)) return 'pushRefused';
  return NETWORK_CODE.test(reason) ? 'pushUnreachable' : 'pushSomeFail';
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
    pushAdapters.of[kind] ? checkOf(subject, pushStateOf(outcome, subject), outcome) : { subject, state: 'pushOff' },
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

/**
 * Whether LiveKit answers at all: this server needs nothing else of it. Its address is that for browsers, which this server may not
 * reach, for example from a container, although calls work.
 */
async function checkLiveKit({ settings: { livekitUrl } }: Context): Promise<HealthCheck | null> {
  const subject = 'livekit';
  if (livekitUrl === undefined) return null;
  try {
    const url = livekitUrl.replace(/^ws/, 'http');
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.body?.cancel();
    if (answer.status < 500) return { subject, state: 'livekitWorks' };
    return { subject, state: 'livekitAway', reason: String(answer.status) };
  } catch (error) {
    return { subject, state: 'livekitAway', reason: reasonOf(error) };
  }
}
