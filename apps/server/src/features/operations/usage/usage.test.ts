import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addContent } from '../../../../testing/contents';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storeAsset } from '../../assets';
import { createMeasurer } from './measurer';

let server: TestServer;
let admin: SignedInClient;
let other: SignedInClient;
let code: string;
beforeAll(async () => {
  server = await startTestServer({ SITE_COMPANY: 'TILES' });
  code = await addCompany(server);
  admin = await addPerson(server, { role: 'ADMIN', companyCode: code });
  other = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
  // What the server measures at its start.
  await vi.waitFor(async () => expect((await query('select 1 from storage_used')).rowCount).toBeGreaterThan(0), 10_000);
});
afterAll(() => server.close());
beforeEach(() => server.context.pool.query('delete from storage_used'));

const query = (sql: string, values: readonly unknown[] = []) => server.context.pool.query(sql, [...values]);
const read = (from = '2026-03-01', to = '2026-03-31', who = admin) => who.call(contracts.getUsage, { from, to });

/** A call of the admin that began then, and was talked in for so many minutes; null: nobody answered. */
async function addCall(startedAt: string, minutes: number | null): Promise<string> {
  const id = server.context.random.id();
  const start = Date.parse(startedAt);
  const answeredAt = minutes === null ? null : new Date(start + 10_000);
  const closedAt = new Date(start + 10_000 + (minutes ?? 0) * 60_000);
  await query(
    `insert into calls (id, company_id, caller_id, subject, crypto_schema, instant, started_at, answered_at, closed_at, rings_until)
     select $1, c.company_id, c.id, '', 0, true, $3, $4, $5, $3 from contacts c where c.id = $2`,
    [id, admin.contactId, new Date(start), answeredAt, closedAt],
  );
  return id;
}

async function measure(): Promise<void> {
  const measurer = createMeasurer(server.context);
  measurer.start();
  await measurer.idle();
  await measurer.stop();
}

test('the calls of usage are for admins of the company', async () => {
  const span = { from: '2026-03-01', to: '2026-03-31' };
  await expect(server.visitor().call(contracts.getUsage, span)).rejects.toEqual(refusal('notSignedIn'));
  for (const role of ['OPERATOR', 'ASSISTED'] as const)
    await expect(read(span.from, span.to, await addPerson(server, { role, companyCode: code }))).rejects.toEqual(
      refusal('notAllowed'),
    );
});

test.each([
  ['from', { from: 'yesterday', to: '2026-03-01' }],
  ['to', { from: '2026-03-02', to: '2026-03-01' }],
  ['to', { from: '2026-03-01', to: '2027-03-02' }],
])('refuses a wrong %s by name: %o', async (field, span) => {
  await expect(admin.call(contracts.getUsage, span)).rejects.toMatchObject({
    code: 400,
    message: `Invalid field: ${field}`,
  });
});

test('counts calls, minutes of talk and views by the day in Italy, of the own company alone', async () => {
  await addCall('2026-03-10T09:00:00Z', 12.5);
  await addCall('2026-03-10T22:59:00Z', null);
  // Already the next day in Italy.
  await addCall('2026-03-10T23:00:00Z', 3);
  await addCall('2026-02-28T22:59:00Z', 100);
  await addCall('2026-03-31T22:00:00Z', 100);
  const content = await addContent(server, { owner: code });
  await query(
    `insert into daily_counts (day, kind, about, locale, company_id, count)
     select day::date, kind, $1, locale, company_id, count from contents,
       (values ('2026-03-11', 'content', 'en', 5), ('2026-03-11', 'content', 'it', 2),
               ('2026-03-12', 'favourite', 'en', 9), ('2026-03-20', 'content', 'en', 1)) as v (day, kind, locale, count)
     where id = $2`,
    [String(content), content],
  );
  const { days } = await read();
  expect(days).toEqual([
    { day: '2026-03-10', calls: 2, answered: 1, minutes: 12.5, views: 0 },
    { day: '2026-03-11', calls: 1, answered: 1, minutes: 3, views: 7 },
    { day: '2026-03-20', calls: 0, answered: 0, minutes: 0, views: 1 },
  ]);
  expect((await read('2026-03-01', '2026-03-31', other)).days).toEqual([]);
});

test('tells what the company has bought and used', async () => {
  expect((await read()).service).toMatchObject({ isPaid: false, expires: null });
  await query(
    `update companies set paid_service = true, purchased_minutes = 600, used_minutes = 545.5, expires_at = '2026-05-01T00:00:00Z'
     where code = $1`,
    [code],
  );
  expect((await read()).service).toEqual({
    isPaid: true,
    purchasedMinutes: 600,
    usedMinutes: 545.5,
    expires: '2026-05-01T00:00:00.000Z',
  });
});

describe('storage', () => {
  const readToday = async (who = admin) => {
    const today = contracts.romeDay(server.clock.now());
    return (await read(today, today, who)).storage;
  };

  test('is measured by kind, for each company, and again after six hours', async () => {
    const { blobs, random } = server.context;
    const [callId, roomId, fileId] = [await addCall('2026-03-12T10:00:00Z', 1), random.id(), random.id()];
    await query(`insert into rooms (id, subject, crypto_schema) values ($1, '', 0)`, [roomId]);
    await query('insert into room_participants (room_id, contact_id, joined_at) values ($1, $2, now())', [
      roomId,
      admin.contactId,
    ]);
    await query(`insert into content_files (id, content_id, kind, ending) values ($1, $2, 'image', 'webp')`, [
      fileId,
      await addContent(server, { owner: code }),
    ]);
    await blobs.write(`calls/${callId}/a.jpg`, new Uint8Array(10));
    await blobs.write(`rooms/${roomId}/a.bin`, new Uint8Array(20));
    await blobs.write(`contents/${fileId}/400.webp`, new Uint8Array(30));
    await blobs.write(`contents/${fileId}/800.webp`, new Uint8Array(5));
    // Of nobody: deleted meanwhile.
    await blobs.write(`calls/${random.id()}/a.jpg`, new Uint8Array(1000));
    await measure();
    const day = contracts.romeDay(server.clock.now());
    expect(await readToday()).toEqual([{ day, contents: 35, calls: 10, rooms: 20, photographs: 0 }]);
    expect(await readToday(other)).toMatchObject([{ calls: 0, rooms: 0 }]);

    await blobs.write(`calls/${callId}/b.jpg`, new Uint8Array(7));
    await measure();
    expect(await readToday()).toMatchObject([{ calls: 10 }]);
    await query(`update storage_used set measured_at = measured_at - interval '6 hours'`);
    await measure();
    expect(await readToday()).toMatchObject([{ calls: 17 }]);
  });

  test('counts the pictures and map layers of menus, published or not, each once', async () => {
    const { context } = server;
    await measure();
    const [before] = await readToday();
    await query('delete from storage_used');
    const store = (kind: 'pictures' | 'maps', size: number) => {
      const bytes = new Uint8Array(size).fill(size);
      return kind === 'maps'
        ? storeAsset(context, { kind, ending: 'kml', bytes })
        : storeAsset(context, { kind, ending: 'webp', bytes });
    };
    const [picture, layer, ofDraft] = [await store('pictures', 100), await store('maps', 40), await store('maps', 7)];
    await query(
      `insert into categories (level, image_url, attchm_url, import_company_id)
       select 1, image, $2, id from companies, (values ($1), ('https://cdn.example/a.webp')) as pictures (image) where code = $3`,
      [picture, layer, code],
    );
    for (const url of [picture, ofDraft])
      await query('insert into menu_files (url, company_id) select $1, id from companies where code = $2', [url, code]);
    await measure();
    expect(await readToday()).toMatchObject([{ contents: (before?.contents ?? 0) + 147 }]);
  });

  test('counts logo, audio and pictures of products, and the pictures of the site for the company that owns it', async () => {
    const { context } = server;
    const measured = async () => {
      await query('delete from storage_used');
      await measure();
      const [[own], [others]] = await Promise.all([readToday(), readToday(other)]);
      return [own?.contents ?? 0, others?.contents ?? 0] as const;
    };
    const [before, othersBefore] = await measured();
    const picture = (size: number) =>
      storeAsset(context, { kind: 'pictures', ending: 'webp', bytes: new Uint8Array(size).fill(size) });
    const audio = await storeAsset(context, { kind: 'company-audio', ending: 'mp3', bytes: new Uint8Array(50) });
    const [logo, product] = [await picture(200), await picture(21)];
    await query('update companies set logo_url = $1, unavailable_audio_url = $2 where code = $3', [logo, audio, code]);
    await query(
      `insert into products (id, company_id, code, name, image_url) select $1, id, 'P1', 'Pump', $2 from companies where code = $3`,
      [context.random.id(), product, code],
    );
    await query(`insert into site_versions (version, at, logo_url, landing_url) values (1, now(), $1, $2)`, [
      await picture(9),
      await picture(4),
    ]);
    expect(await measured()).toEqual([before + 271, othersBefore + 13]);
  });
});

test('a year of 100,000 calls is summed by the index of the company', async () => {
  await query(
    `insert into calls (id, company_id, caller_id, subject, crypto_schema, instant, started_at, answered_at, closed_at, rings_until)
     select gen_random_uuid(), c.company_id, c.id, '', 0, true, at, at, at + interval '1 minute', at
     from contacts c, generate_series(1, 100000) n, lateral (select timestamptz '2024-01-01T12:00Z' + n * interval '5 minutes' as at) t
     where c.id = $1`,
    [other.contactId],
  );
  await query('analyze calls');
  const { days } = await read('2024-01-01', '2024-12-31', other);
  expect(days.reduce((sum, { calls }) => sum + calls, 0)).toBe(100_000);
  const { rows } = await server.context.pool.query<{ 'QUERY PLAN': string }>(
    `explain select count(*) from calls where company_id = (select company_id from contacts where id = '${admin.contactId}')
       and started_at >= '2026-03-01' and started_at < '2026-04-01'`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('calls_company');
});
