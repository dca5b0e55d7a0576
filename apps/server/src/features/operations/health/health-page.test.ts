/** The state of the servers, with the faults themselves: services that are gone, refuse, or are full. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { certificateFor } from '../../../../testing/certificate';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { startPushWorld } from '../../../../testing/push-world';
import { hasRedis } from '../../../../testing/redis';
import { hasS3, TestS3 } from '../../../../testing/s3-server';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { startTwoServers } from '../../../../testing/two-servers';
import type { Context } from '../../../context';
import { recordBackup } from '../../../db/last-backup';
import { migrations } from '../../../db/migrations';
import { createOutcomes } from '../../../host/outcomes';
import { checkServer } from './own-checks';
import { createHealthReporter } from './reporter';
import { checkShared } from './shared-checks';

const PATH = '/api/back-office/health';
const DAY_MS = 24 * 3600_000;

const admins = { SERVER_ADMINS: 'DEMO:Admin@demo.example' };
let server: TestServer;
let paolo: SignedInClient;
beforeAll(async () => {
  server = await startTestServer(admins);
  paolo = await server.signIn('admin');
});
afterAll(() => server.close());

const healthOf = async (asked: TestServer, who = paolo) => {
  await createHealthReporter(asked.context).check();
  return await who.call(contracts.getHealth, {});
};

/** What a server finds about one subject. */
async function stateOf(context: Context, subject: contracts.HealthSubject): Promise<contracts.HealthCheck | undefined> {
  return (await checkServer(context)).find((check) => check.subject === subject);
}

async function withServer(variables: Readonly<Record<string, string>>, work: (other: TestServer) => Promise<void>) {
  const other = await startTestServer({ ...admins, ...variables });
  try {
    await work(other);
  } finally {
    await other.close();
  }
}

describe('who sees it', () => {
  test('nobody without a session', async () => {
    expect((await server.visitor().raw(PATH)).status).toBe(401);
  });

  test('those of SERVER_ADMINS, and no other admin or operator', async () => {
    expect((await paolo.call(contracts.getProfile, {})).isServerAdmin).toBe(true);
    expect((await paolo.call(contracts.getHealth, {})).database?.migration).toBe(migrations.at(-1)?.number);
    const others = [
      await server.signIn('operator'),
      await addPerson(server, { role: 'ADMIN' }),
      await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' }),
    ];
    for (const other of others) {
      await expect(other.call(contracts.getHealth, {})).rejects.toEqual(refusal('notAllowed'));
      expect(await other.call(contracts.getProfile, {})).not.toHaveProperty('isServerAdmin');
    }
  });

  test.each([
    ['with its company', 'DEMO:admin@demo.example', {}, { DEMO: true, TILES: false }],
    [
      'without a company, on a server with an owner,',
      'admin@demo.example',
      { SITE_COMPANY: 'DEMO' },
      { DEMO: true, TILES: false },
    ],
    ['without a company, beside other companies,', 'admin@demo.example', {}, { DEMO: false, TILES: false }],
  ])(
    'an address %s makes no admin of another company one of the server',
    async (_, SERVER_ADMINS, variables, expected) => {
      await withServer({ SERVER_ADMINS, ...variables }, async (other) => {
        const [ours, theirs] = [
          await other.signIn('admin'),
          await addPerson(other, { role: 'ADMIN', companyCode: 'TILES' }),
        ];
        // As a directory does it.
        await other.context.pool.query(`update contacts set email = 'admin@demo.example' where id = $1`, [
          theirs.contactId,
        ]);
        for (const [code, admin] of [
          ['DEMO', ours],
          ['TILES', theirs],
        ] as const) {
          const { isServerAdmin = false } = await admin.call(contracts.getProfile, {});
          expect([code, isServerAdmin]).toEqual([code, expected[code]]);
        }
        await expect(theirs.call(contracts.getHealth, {})).rejects.toEqual(refusal('notAllowed'));
      });
    },
  );

  test.each([
    ['the company that owns the site', { SITE_COMPANY: 'TILES' }, { DEMO: false, TILES: true }],
    ['the demo', { DEMO: 'true' }, { DEMO: true, TILES: false }],
    ['nobody, if there are several companies', {}, { DEMO: false, TILES: false }],
  ])('without the setting the admins of %s', async (_, variables, expected) => {
    await withServer({ SERVER_ADMINS: '', ...variables }, async (other) => {
      for (const companyCode of ['DEMO', 'TILES'] as const) {
        const admin = await addPerson(other, { role: 'ADMIN', companyCode });
        const { isServerAdmin = false } = await admin.call(contracts.getProfile, {});
        expect([companyCode, isServerAdmin]).toEqual([companyCode, expected[companyCode]]);
      }
    });
  });

  test('without the setting the admins of the only company', async () => {
    await withServer({ SERVER_ADMINS: '' }, async (other) => {
      const admin = await other.signIn('admin');
      await expect(admin.call(contracts.getHealth, {})).rejects.toEqual(refusal('notAllowed'));
      await other.context.pool.query(`delete from contacts where company_id = (select id from companies where code = 'TILES');
        update contents set company_id = (select id from companies where code = 'DEMO');
        delete from companies where code = 'TILES'`);
      expect((await admin.call(contracts.getHealth, {})).servers).toBeTruthy();
    });
  });
});

describe('what it tells', () => {
  test('of a server that works: versions, devices, and no fault', async () => {
    const luca = await server.signIn('assisted');
    const socket = await luca.socket();
    const { database, checks, servers } = await healthOf(server);
    expect(database).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/), bytes: expect.any(Number) });
    expect(servers).toEqual([
      expect.objectContaining({ isThis: true, version: '0.1.0', node: process.versions.node, devices: 1 }),
    ]);
    const found = [...checks, ...(servers[0]?.checks ?? [])];
    expect(found.filter(({ state }) => contracts.healthStates[state] === 'failed')).toEqual([]);
    expect(found.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['database', 'disk', 'files', 'mail', 'pushWeb', 'pushQueue', 'webhookQueue', 'backup']),
    );
    await socket.close();
  });

  test('names no person and no company', async () => {
    const text = JSON.stringify(await healthOf(server));
    expect(text).not.toMatch(/@|DEMO|TILES|Water|Luca|Paolo/);
  });

  test('of the last backup, and that it is old', async () => {
    const backup = async () => (await healthOf(server)).checks.find(({ subject }) => subject === 'backup');
    expect(await backup()).toEqual({ subject: 'backup', state: 'backupNone' });
    const date = new Date(server.clock.now().getTime() - 9 * DAY_MS);
    const url = server.variables['DATABASE_URL'] ?? '';
    await recordBackup(url, server.clock.now());
    expect((await backup())?.state).toBe('backupMade');
    await recordBackup(url, date);
    expect(await backup()).toEqual({ subject: 'backup', state: 'backupOld', date: date.toISOString() });
  });

  test('of queues: what waits for long, what nobody processes, and webhooks that were turned off', async () => {
    const { pool } = server.context;
    const stateIn = async (subject: contracts.HealthSubject) =>
      (await healthOf(server)).checks.find((check) => check.subject === subject);
    expect((await stateIn('webhookQueue'))?.state).toBe('queueEmpty');
    await pool.query(`
      insert into webhooks (id, company_id, url, events, sealed_secret, language, failures, disabled_at)
        select gen_random_uuid(), id, 'https://hooks.example.com', '[]', '', 'en', 50, now() from companies where code = 'DEMO'`);
    expect(await stateIn('webhookQueue')).toEqual({ subject: 'webhookQueue', state: 'webhooksOff', count: 1 });
    await pool.query(`
      insert into webhook_deliveries (id, webhook_id, event, body, created_at, due_at)
        select gen_random_uuid(), id, 'call.ended', '{}', now(), now() - interval '1 hour' from webhooks`);
    expect(await stateIn('webhookQueue')).toMatchObject({ state: 'queueStands', count: 1, date: expect.any(String) });
    await pool.query('delete from webhooks');

    // The server of this test does not process views.
    await pool.query(`update views set queued_at = null`);
    expect(await stateIn('viewQueue')).toEqual({ subject: 'viewQueue', state: 'queueOff', count: 0 });
    const works = { ...server.context, settings: { ...server.context.settings, processViews: true } };
    const stateOfWorking = async () =>
      (await checkShared(works, [])).checks.find(({ subject }) => subject === 'viewQueue')?.state;
    expect(await stateOfWorking()).toBe('queueEmpty');
    await pool.query(`update views set queued_at = now() - interval '2 hours'`);
    expect(await stateOfWorking()).toBe('queueStands');
  });

  test('of a database that keeps the question waiting: that it could not be checked, after the time that each check has', async () => {
    const { pool } = server.context;
    const commit = await meanwhile(pool, 'lock table migrations in access exclusive mode');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = paolo.call(contracts.getHealth, {});
    try {
      await expect.poll(() => isWaiting(pool)).toBe(true);
      vi.advanceTimersByTime(10_000);
      const { database, checks, servers } = await asked;
      expect(database).toBeNull();
      expect(checks).toContainEqual({ subject: 'database', state: 'checkFailed', reason: 'ETIMEDOUT' });
      expect(servers).toHaveLength(1);
    } finally {
      vi.useRealTimers();
      await commit();
    }
  });

  test('of leads that wait, if they are sent on', async () => {
    const leadsOf = async (context: Context) =>
      (await checkShared(context, [])).checks.find(({ subject }) => subject === 'leadQueue');
    expect(await leadsOf(server.context)).toBeUndefined();
    const sending = { ...server.context, leadAddress: { send: async () => null } };
    expect((await leadsOf(sending))?.state).toBe('queueEmpty');
    await server.context.pool.query(
      `insert into leads (id, payload, due_at) values (gen_random_uuid(), '{}', now() - interval '1 hour')`,
    );
    expect(await leadsOf(sending)).toMatchObject({ state: 'queueStands', count: 1, date: expect.any(String) });
    await server.context.pool.query('delete from leads');
  });

  test('of a server whose checks are late, or missing', async () => {
    const { pool } = server.context;
    const late = async () =>
      (await paolo.call(contracts.getHealth, {})).checks.find(({ subject }) => subject === 'checks');
    await createHealthReporter(server.context).check();
    expect(await late()).toBeUndefined();
    await pool.query(`update nodes set health = jsonb_set(health::jsonb, '{seen}', '"2026-01-01T00:00:00.000Z"')`);
    expect(await late()).toEqual({ subject: 'checks', state: 'checksLate', count: 1 });
    await pool.query('update nodes set health = null');
    expect(await late()).toEqual({ subject: 'checks', state: 'checksLate', count: 1 });
  });
});

describe('faults', () => {
  let closing: Server | undefined;
  afterEach(() => {
    closing?.close();
    closing = undefined;
  });

  /** A server that greets, takes the greeting, and answers everything else with one line. */
  async function say(answer: string): Promise<number> {
    closing = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (line) => socket.write(`${String(line).startsWith('EHLO') ? '250 AUTH PLAIN' : answer}\r\n`));
      socket.write('220 mail.example\r\n');
    }).listen(0, '127.0.0.1');
    await once(closing, 'listening');
    return (closing.address() as AddressInfo).port;
  }

  /** A port on which nothing listens. */
  async function deadPort(): Promise<number> {
    const port = await say('');
    closing?.close();
    return port;
  }

  test.each([
    ['1', 'diskFree'],
    ['1000000000', 'diskOut'],
  ])('a disk with a reserve of %s MB: %s', async (DISK_RESERVE_MB, state) => {
    await withServer({ DISK_RESERVE_MB }, async ({ context }) => {
      expect(await stateOf(context, 'disk')).toEqual({ subject: 'disk', state, bytes: expect.any(Number) });
    });
  });

  const send = ({ context }: TestServer) =>
    context.mail.send({ to: 'luca@demo.example', subject: 's', text: 't' }).catch(() => undefined);

  test('a mail server that is gone, with the code of the error and no address', async () => {
    await withServer({ SMTP_URL: `smtp://127.0.0.1:${await deadPort()}` }, async (other) => {
      expect(await stateOf(other.context, 'mail')).toEqual({ subject: 'mail', state: 'mailUnused' });
      await send(other);
      await send(other);
      expect(await stateOf(other.context, 'mail')).toEqual({
        subject: 'mail',
        state: 'mailUnreachable',
        count: 2,
        date: expect.any(String),
        reason: expect.stringMatching(/^E[A-Z]+$/),
      });
    });
  });

  test('a mail server that refuses the password, or addresses', async () => {
    await withServer({ SMTP_URL: `smtp://user:password@127.0.0.1:${await say('535 Wrong')}` }, async (other) => {
      await send(other);
      expect(await stateOf(other.context, 'mail')).toMatchObject({ state: 'mailSignInRefused', count: 1 });
    });
    closing?.close();
    await withServer(
      { SMTP_URL: `smtp://127.0.0.1:${await say('550 <luca@demo.example> is unknown')}` },
      async (other) => {
        await send(other);
        const check = await stateOf(other.context, 'mail');
        expect(check).toMatchObject({ state: 'mailAddressRefused', count: 1, reason: 'EENVELOPE 550' });
        await send(other);
        await send(other);
        expect(await stateOf(other.context, 'mail')).toMatchObject({ state: 'mailFails', count: 3 });
      },
    );
  });

  test('without a mail server: in the terminal on this machine, and to nobody in public', async () => {
    expect((await stateOf(server.context, 'mail'))?.state).toBe('mailOnScreen');
    await withServer({ PUBLIC_URL: 'https://help.example.com' }, async ({ context }) => {
      expect((await stateOf(context, 'mail'))?.state).toBe('mailInFolder');
    });
  });

  test('a push service of a browser that refuses, and one that is not set up', async () => {
    const world = await startPushWorld();
    try {
      const [luca, giulia] = [await world.server.signIn('assisted'), await world.server.signIn('operator')];
      const browser = await world.subscribe(giulia);
      const group = { subject: 's', targetContacts: [giulia.contactId], isGroup: true, cryptoSchema: 0 as const };
      const { uniqueId: id } = await luca.call(contracts.createRoom, group);
      const state = () => stateOf(world.server.context, 'pushWeb');
      const write = async (expected: object) => {
        await luca.call(contracts.sendRoomMessage, { id, message: 'm', cryptoSchema: 0 });
        await vi.waitFor(async () => expect(await state()).toMatchObject(expected));
      };
      expect((await state())?.state).toBe('pushUnused');
      await write({ state: 'pushWorks' });
      world.service.replies.set(browser.path, { status: 403, body: 'this device is not yours' });
      await write({ state: 'pushSomeFail', count: 1 });
      await write({ count: 2 });
      // A browser's service is its user's choice: a warning at most.
      await write({ state: 'pushSomeFail', count: 3, reason: '403' });
      expect((await stateOf(world.server.context, 'pushApns'))?.state).toBe('pushOff');
    } finally {
      await world.close();
    }
  });

  test.each([
    ['401', 'pushRefused'],
    ['429', 'pushBusy'],
    ['503', 'pushBusy'],
    ['ECONNREFUSED', 'pushUnreachable'],
    ['TypeError', 'pushSomeFail'],
  ])('three attempts in a row at a push service of the settings that end with %s: %s', async (reason, state) => {
    const fcm = createOutcomes(server.clock);
    const { context } = server;
    const pushAdapters = { ...context.pushAdapters, of: { fcm: { send: () => Promise.reject(new Error('unused')) } } };
    const failing = {
      ...context,
      pushAdapters,
      outcomes: { ...context.outcomes, push: { ...context.outcomes.push, fcm } },
    };
    fcm.failed(reason);
    fcm.failed(reason);
    expect((await stateOf(failing, 'pushFcm'))?.state).toBe('pushSomeFail');
    fcm.failed(reason);
    expect(await stateOf(failing, 'pushFcm')).toMatchObject({ state, count: 3, reason });
  });

  test.skipIf(!hasS3)('a bucket that is gone', async () => {
    const s3 = await TestS3.start();
    try {
      await withServer(s3.variables, async ({ context }) => {
        expect(await stateOf(context, 'files')).toEqual({ subject: 'files', state: 'filesInBucket' });
        await s3.kill();
        expect(await stateOf(context, 'files')).toMatchObject({ state: 'bucketAway', reason: expect.any(String) });
      });
    } finally {
      await s3.remove();
    }
  });

  test.skipIf(!hasRedis)('of two servers each is listed; Redis that is gone', async () => {
    const { one, other, redis, close } = await startTwoServers(admins);
    try {
      await createHealthReporter(other.context).check();
      const { servers } = await healthOf(one, await one.signIn('admin'));
      expect(servers.map(({ id, isThis }) => [id, isThis])).toEqual(
        [one.context.nodeId, other.context.nodeId]
          .toSorted((a, b) => (a < b ? -1 : 1))
          .map((id) => [id, id === one.context.nodeId]),
      );
      expect((await stateOf(one.context, 'redis'))?.state).toBe('redisWorks');
      await redis.stop();
      await vi.waitFor(async () => expect((await stateOf(one.context, 'redis'))?.state).toBe('redisAway'));
      await redis.start();
      await vi.waitFor(async () => expect((await stateOf(one.context, 'redis'))?.state).toBe('redisWorks'), 10_000);
    } finally {
      await close();
    }
  });

  test('LiveKit that is not reached from here, or answers that it is broken', async () => {
    const LIVEKIT_API_SECRET = 'secret-of-at-least-32-characters';
    const LIVEKIT_URL = `ws://127.0.0.1:${await deadPort()}`;
    await withServer({ LIVEKIT_URL, LIVEKIT_API_KEY: 'APIone', LIVEKIT_API_SECRET }, async ({ context }) => {
      expect(await stateOf(context, 'livekit')).toMatchObject({ state: 'livekitAway', reason: 'ECONNREFUSED' });
      const answers = { ...context.settings, livekitUrl: server.url.replace('http', 'ws') };
      expect(await stateOf({ ...context, settings: answers }, 'livekit')).toEqual({
        subject: 'livekit',
        state: 'livekitWorks',
      });
      const broken = createHttpServer((_, response) => response.writeHead(502).end('down')).listen(0, '127.0.0.1');
      closing = broken;
      await once(broken, 'listening');
      const livekitUrl = `ws://127.0.0.1:${(broken.address() as AddressInfo).port}`;
      expect(await stateOf({ ...context, settings: { ...context.settings, livekitUrl } }, 'livekit')).toMatchObject({
        state: 'livekitAway',
        reason: '502',
      });
      expect(contracts.healthStates.livekitAway).toBe('warning');
    });
  });

  test('a relay whose port is taken', async () => {
    const port = await say('');
    await withServer({ TURN_PORT: String(port) }, async ({ context }) => {
      expect((await stateOf(context, 'relay'))?.state).toBe('relayClosed');
    });
    expect((await stateOf(server.context, 'relay'))?.state).toBe('relayOff');
  });

  test('a certificate that ends soon, has ended, or cannot be read', async () => {
    const { context } = server;
    const turnTlsCert = join(context.settings.dataDir, 'relay.pem');
    const at = async (days: number) => {
      const now = () => new Date(Date.now() + days * DAY_MS);
      return (
        await stateOf({ ...context, clock: { now }, settings: { ...context.settings, turnTlsCert } }, 'certificate')
      )?.state;
    };
    expect(await at(0)).toBe('certificateUnreadable');
    await writeFile(turnTlsCert, (await certificateFor('turn.example')).cert);
    expect(await at(0)).toBe('certificateValid');
    expect(await at(360)).toBe('certificateEnds');
    expect(await at(367)).toBe('certificateEnded');
    expect(await stateOf(context, 'certificate')).toBeUndefined();
  });
});
