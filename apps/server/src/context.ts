/** Everything that the server depends on, built once. Nothing below it reads the clock, chance or the outside by itself. */
import { randomBytes, randomInt } from 'node:crypto';
import type { PushEvent } from '@earth/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { BrandFolder } from './config/brand';
import type { Secrets } from './config/secrets';
import type { Settings } from './config/settings';
import { createDatabase, type Database } from './db/database';
import { createRoomPages } from './features/assist/realtime/pages-store';
import { createPresence, type Presence } from './features/assist/realtime/presence';
import { type Access, createAccess } from './features/identity/sessions/access';
import { type Clock, systemClock } from './host/clock';
import { createDisk, type Disk } from './host/disk';
import { createLimits, type Limits } from './features/operations/limits';
import type { Blobs } from './adapters/blobs/blobs';
import type { Bus } from './adapters/bus/bus';
import type { LeadAddress } from './adapters/leads/lead-address';
import type { Mail } from './adapters/mail/mail';
import type { Outbox } from './adapters/mail/outbox';
import type { Couriers } from './adapters/push/courier';
import { createMemoryPages } from './adapters/video/memory-pages';
import { createMeshVideo } from './adapters/video/mesh';
import type { Video } from './adapters/video/video';

export interface Random {
  /** A UUIDv7: ids made later sort later. */
  id(): string;
  bytes(count: number): Buffer;
  /** Decimal digits, each as likely as any other. */
  digits(count: number): string;
}

export interface Push {
  /** Tells all sockets of these contacts. */
  toContacts(contactIds: readonly string[], event: PushEvent): void;
}

export interface Context {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly brand: BrandFolder;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly random: Random;
  /** This server among those that work with the database: a new one at each start. */
  readonly nodeId: string;
  readonly pool: pg.Pool;
  readonly db: Database;
  readonly blobs: Blobs;
  readonly mail: Mail;
  /** Where mail goes when there is no SMTP. */
  readonly outbox?: Outbox;
  /** Where leads go; absent: they are only kept. */
  readonly leadAddress?: LeadAddress;
  readonly bus: Bus;
  readonly video: Video;
  readonly push: Push;
  /** Bring pushes to devices on which the app is closed. */
  readonly couriers: Couriers;
  /** Of VAPID: what browsers subscribe with. */
  readonly vapidPublicKey: string;
  readonly presence: Presence;
  /** Makes and reads access tokens. */
  readonly access: Access;
  /** What one session, guest or company may ask for. */
  readonly limits: Limits;
  /** Of the data folder, and of the embedded database. */
  readonly disk: Disk;
}

const systemRandom: Random = {
  id: () => uuidv7(),
  bytes: (count) => randomBytes(count),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};

type Given = Pick<
  Context,
  'settings' | 'secrets' | 'brand' | 'log' | 'pool' | 'bus' | 'blobs' | 'mail' | 'couriers' | 'vapidPublicKey'
> &
  Partial<Pick<Context, 'clock' | 'random' | 'video' | 'presence' | 'leadAddress'>> & {
    /** Of the embedded database: it may lie on another disk than DATA_DIR. */
    readonly databaseFolder: string | undefined;
  };

/** Builds what can be built from what is given. Whoever gave the pool ends it. */
export function createContext({ databaseFolder, ...given }: Given): Context {
  const clock = given.clock ?? systemClock;
  const random = given.random ?? systemRandom;
  const { bus, log, secrets, settings } = given;
  const db = createDatabase(given.pool);
  const nodeId = random.id();
  const disk = createDisk([settings.dataDir, databaseFolder ?? settings.dataDir], settings.diskReserveMb);
  return {
    ...given,
    clock,
    db,
    random,
    nodeId,
    presence:
      given.presence ??
      createPresence({ clock, onChange: (contactId) => bus.publish('contactChanged', { contactId }) }),
    video:
      given.video ??
      createMeshVideo({
        key: secrets.roomTokenKey,
        clock,
        stunUrls: settings.stunUrls,
        // Alone, a server need not write down who is in a room: that would be a transaction before the first picture.
        pages: settings.redisUrl === undefined ? createMemoryPages() : createRoomPages({ db, clock, nodeId }),
        bus,
        onError: (error) => log.error({ err: error }, 'The room of a call could not be told of a change'),
      }),
    push: {
      toContacts(contactIds, event) {
        if (contactIds.length > 0) bus.publish('push', { contactIds, event });
      },
    },
    access: createAccess({ db, clock, key: secrets.accessTokenKey }),
    limits: createLimits({ db, clock, disk, log, settings }),
    disk,
  };
}
