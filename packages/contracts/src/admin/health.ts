/** The state of the servers, for those who run them. It names no person and no company. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { date } from '../entities';
import { figure } from '../statistics';
import { fields } from '../wire';

/** `warning`: works, and somebody should look. `failed`: does not work. */
const healthLevel = z.enum(['ok', 'warning', 'failed']);
export type HealthLevel = z.infer<typeof healthLevel>;

/** Every state that a check can find, and how bad it is. The words are the screen's. */
export const healthStates = {
  checkFailed: 'failed',
  checksLate: 'warning',
  databaseWorks: 'ok',
  databaseSlow: 'warning',
  diskFree: 'ok',
  diskLow: 'warning',
  diskFull: 'failed',
  diskOut: 'failed',
  filesOnDisk: 'ok',
  filesInBucket: 'ok',
  bucketAway: 'failed',
  bucketFull: 'failed',
  mailUnused: 'ok',
  mailWorks: 'ok',
  mailOnScreen: 'ok',
  mailInFolder: 'warning',
  mailUnreachable: 'failed',
  mailSignInRefused: 'failed',
  mailAddressRefused: 'warning',
  mailFails: 'failed',
  pushOff: 'ok',
  pushUnused: 'ok',
  pushWorks: 'ok',
  pushSomeFail: 'warning',
  pushBusy: 'warning',
  pushUnreachable: 'failed',
  pushRefused: 'failed',
  redisWorks: 'ok',
  redisAway: 'failed',
  relayWorks: 'ok',
  relayOther: 'ok',
  relayOff: 'ok',
  relayClosed: 'warning',
  certificateValid: 'ok',
  certificateEnds: 'warning',
  certificateEnded: 'failed',
  certificateUnreadable: 'failed',
  livekitWorks: 'ok',
  livekitAway: 'warning',
  queueEmpty: 'ok',
  queueMoves: 'ok',
  queueStands: 'warning',
  queueOff: 'warning',
  webhooksOff: 'warning',
  callsOpen: 'ok',
  backupNone: 'warning',
  backupMade: 'ok',
  backupOld: 'warning',
  versionsDiffer: 'warning',
} as const satisfies Readonly<Record<string, HealthLevel>>;
export type HealthState = keyof typeof healthStates;

/** What is checked. `push…`: by the service; `…Queue`: what waits for a server; `checks`: whether all servers check themselves. */
const healthSubject = z.enum([
  'database',
  'disk',
  'files',
  'mail',
  'pushWeb',
  'pushFcm',
  'pushApns',
  'redis',
  'relay',
  'certificate',
  'livekit',
  'pushQueue',
  'webhookQueue',
  'leadQueue',
  'viewQueue',
  'calls',
  'backup',
  'versions',
  'checks',
]);
export type HealthSubject = z.infer<typeof healthSubject>;

const healthCheck = fields({
  subject: healthSubject,
  state: z.enum(Object.keys(healthStates) as [HealthState, ...HealthState[]]),
  /** What the state counts: rows that wait, attempts that failed in a row, milliseconds of an answer. */
  count: z.optional(figure),
  bytes: z.optional(figure),
  /** Since when, until when, or when last. */
  date: z.optional(date),
  /** The reason as a code of the system or of the other side, such as `ECONNREFUSED`. */
  reason: z.optional(z.string()),
});
export type HealthCheck = z.infer<typeof healthCheck>;

const serverHealth = fields({
  id: z.string(),
  /** Whether it has answered this call. */
  isThis: z.boolean(),
  version: z.string(),
  /** Of Node.js. */
  node: z.string(),
  started: date,
  /** The moment of these checks. */
  seen: date,
  memoryBytes: figure,
  /** Devices with an open socket. */
  devices: figure,
  checks: z.array(healthCheck),
});
export type ServerHealth = z.infer<typeof serverHealth>;

/** How often a server checks itself, and the page asks. */
export const HEALTH_EVERY_MS = 15_000;

export const getHealth = defineCall({
  name: 'getHealth',
  tag: 'Server',
  summary: 'For those who run the server (`SERVER_ADMINS`): the state of each server, and of what they share',
  method: 'GET',
  path: '/api/back-office/health',
  data: () =>
    fields({
      /** Null: it did not answer in time; `checks` has the reason. */
      database: z.nullable(fields({ version: z.string(), bytes: figure, migration: z.int() })),
      /** Of what all servers share. */
      checks: z.array(healthCheck),
      servers: z.array(serverHealth),
    }),
  errors: ['notAllowed'],
});
