/** Everything that the server depends on, built once. Nothing below it reads the clock, randomness or the network by itself. */
import { randomBytes, randomInt } from 'node:crypto';
import type { PushEvent } from '@earth/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { BrandFolder } from './config/brand';
import type { Secrets } from './config/secrets';
import type { Settings } from './config/settings';
import { createDatabase, type Database } from './db/database';
import { type Clock, systemClock } from './host/clock';
import { createDisk, type Disk } from './host/disk';
import type { Metrics } from './host/metrics';
import { createOutcomes, type Outcomes } from './host/outcomes';
import type { Presence } from './host/presence';
import type { Trace } from './host/trace';
import type { Access } from './http/access';
import type { ApiTokens } from './http/api-tokens';
import type { Limits } from './http/limits';
import type { Blobs } from './adapters/blobs/blobs';
import type { Bus } from './adapters/bus/bus';
import type { LeadAddress } from './adapters/leads/lead-address';
import type { Mail } from './adapters/mail/mail';
import type { Outbox } from './adapters/mail/outbox';
import { recordMail } from './adapters/mail/recorded-mail';
import type { Payments } from './adapters/payments/payments';
import type { Outside } from './adapters/push/outside';
import { type PushAdapters, type PushKind, pushKinds } from './adapters/push/push-adapter';
import type { CallPages } from './adapters/video/call-pages';
import { createIceServers, type Relay } from './adapters/video/ice-servers';
import { createMemoryPages } from './adapters/video/memory-pages';
import { createVideo, readLiveKit } from './adapters/video/create-video';
import type { Video } from './adapters/video/video';

export interface Random {
  /** A UUIDv7: ids made later sort later. */
  id(): string;
  bytes(count: number): Buffer;
  /** Decimal digits, uniformly distributed. */
  digits(count: number): string;
}

export interface Push {
  /** Sends an event to all sockets of these contacts. */
  toContacts(contactIds: readonly string[], event: PushEvent): void;
}

export interface Context {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly brand: BrandFolder;
  readonly log: FastifyBaseLogger;
  readonly trace: Trace;
  /** Absent: nobody may read them. */
  readonly metrics?: Metrics;
  readonly clock: Clock;
  readonly random: Random;
  /** This server among those that share the database: a new id at each start. */
  readonly nodeId: string;
  readonly pool: pg.Pool;
  readonly db: Database;
  readonly blobs: Blobs;
  readonly mail: Mail;
  /** The outbox, if there is no SMTP. */
  readonly outbox?: Outbox;
  /** The lead address; absent: leads are only stored. */
  readonly leadAddress?: LeadAddress;
  /** The payment provider; absent: nothing can be bought. */
  readonly payments?: Payments;
  readonly bus: Bus;
  readonly video: Video;
  readonly push: Push;
  /** Send pushes to devices on which the app is closed. */
  readonly pushAdapters: PushAdapters;
  /** HTTPS requests to addresses that users name: never into a private network. */
  readonly outside: Outside;
  /** The public VAPID key, with which browsers subscribe. */
  readonly vapidPublicKey: string;
  readonly presence: Presence;
  /** Issues and verifies access tokens. */
  readonly access: Access;
  /** Reads API tokens of companies. */
  readonly apiTokens: ApiTokens;
  /** Limits per session, guest and company. */
  readonly limits: Limits;
  /** Of the data folder, and of the embedded database. */
  readonly disk: Disk;
  /** For people in different networks; absent: they only have direct ways. */
  readonly relay: Relay | undefined;
  /** What came of mails and pushes since the start. */
  readonly outcomes: { readonly mail: Outcomes; readonly push: Readonly<Record<PushKind, Outcomes>> };
}

const systemRandom: Random = {
  id: () => uuidv7(),
  bytes: (count) => randomBytes(count),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};

/** The parts that features implement. */
export interface FeatureParts {
  createAccess(deps: Pick<Context, 'db' | 'clock'> & { readonly key: Uint8Array }): Access;
  createApiTokens(deps: Pick<Context, 'db' | 'clock' | 'secrets' | 'settings'>): ApiTokens;
  createLimits(deps: Pick<Context, 'db' | 'clock' | 'disk' | 'log' | 'settings'>): Limits;
  createPresence(deps: Pick<Context, 'clock'> & { readonly onChange: (contactId: string) => void }): Presence;
  /** The pages of calls, shared by all servers. */
  createSharedPages(deps: Pick<Context, 'db' | 'clock' | 'nodeId'>): CallPages;
}

type ContextOptions = Pick<
  Context,
  | 'settings'
  | 'secrets'
  | 'brand'
  | 'log'
  | 'trace'
  | 'pool'
  | 'bus'
  | 'blobs'
  | 'mail'
  | 'pushAdapters'
  | 'outside'
  | 'vapidPublicKey'
> &
  Partial<Pick<Context, 'clock' | 'random' | 'video' | 'presence' | 'leadAddress' | 'payments' | 'metrics'>> & {
    /** Of the embedded database: it may be on another disk than DATA_DIR. */
    readonly databaseFolder: string | undefined;
    /** For people in different networks; absent: they only have direct ways. */
    readonly relay: Relay | undefined;
    readonly parts: FeatureParts;
  };

/** Builds the rest of the context from what is given. The caller ends the pool. */
export function createContext({ databaseFolder, relay, parts, ...given }: ContextOptions): Context {
  const clock = given.clock ?? systemClock;
  const random = given.random ?? systemRandom;
  const { bus, log, secrets, settings } = given;
  const db = createDatabase(given.pool);
  const nodeId = random.id();
  const outcomes = {
    mail: createOutcomes(clock),
    push: Object.fromEntries(pushKinds.map((kind) => [kind, createOutcomes(clock)])) as Record<PushKind, Outcomes>,
  };
  const disk = createDisk([settings.dataDir, databaseFolder ?? settings.dataDir], settings.diskReserveMb);
  return {
    ...given,
    mail: recordMail(given.mail, outcomes.mail),
    outcomes,
    relay,
    clock,
    db,
    random,
    nodeId,
    presence:
      given.presence ??
      parts.createPresence({ clock, onChange: (contactId) => bus.publish('contactChanged', { contactId }) }),
    video:
      given.video ??
      createVideo(readLiveKit(settings), {
        key: secrets.roomTokenKey,
        clock,
        iceServersFor: createIceServers({ clock, stunUrls: settings.stunUrls, relay }),
        // A single server keeps the pages of calls in memory: storing them would cost a transaction before the first picture.
        pages: settings.redisUrl === undefined ? createMemoryPages() : parts.createSharedPages({ db, clock, nodeId }),
        bus,
        onError: (error) => log.error({ err: error }, 'The room of a call could not be told of a change'),
      }),
    push: {
      toContacts(contactIds, event) {
        if (contactIds.length > 0) bus.publish('push', { contactIds, event });
      },
    },
    access: parts.createAccess({ db, clock, key: secrets.accessTokenKey }),
    apiTokens: parts.createApiTokens({ db, clock, secrets, settings }),
    limits: parts.createLimits({ db, clock, disk, log, settings }),
    disk,
  };
}
