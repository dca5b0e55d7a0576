import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addContent, addTexts } from '../../../../testing/contents';
import { addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let admin: SignedInClient;
let tilesAdmin: SignedInClient;
/** Of the company DEMO, and of TILES. */
let [pump, tile] = [0, 0];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
  tilesAdmin = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
  pump = await addContent(server, { title: 'The pump', view: 3 });
  await addTexts(server, pump, { locale: 'it', title: 'La pompa' });
  tile = await addContent(server, { owner: 'TILES' });
});
afterAll(() => server.close());
beforeEach(() => server.context.pool.query('delete from daily_counts'));

const count = (events: Partial<contracts.CallInput<typeof contracts.countEvents>>) =>
  server.visitor().call(contracts.countEvents, { l: 'en', ...events });
const today = () => contracts.romeDay(server.clock.now());
const read = (reader = admin) => reader.call(contracts.getStatistics, { from: today(), to: today() });

describe('D7.22: analytics events', () => {
  test('require the API key of the build', async () => {
    const headers = { 'x-api-key': 'wrong' };
    const answer = await server.visitor().raw('/services/events', { method: 'POST', headers });
    expect(answer.status).toBe(401);
  });

  test('D7.22: counts screen view, content view and add-favourite by day and language', async () => {
    await count({ screens: ['Login', 'Login', 'Profile'], contents: [pump, pump] });
    await count({ l: 'it', screens: ['Login'], contents: [pump], favourites: [pump] });
    await count({ contents: [pump] });
    expect(await read()).toEqual({
      days: [
        { day: today(), locale: 'en', screens: 3, contents: 3, favourites: 0 },
        { day: today(), locale: 'it', screens: 1, contents: 1, favourites: 1 },
      ],
      screens: [
        { name: 'Login', views: 3 },
        { name: 'Profile', views: 1 },
      ],
      contents: [{ contentId: pump, contentName: 'The pump', contentType: 3, views: 4, favourites: 1 }],
    });
  });

  test.each([
    ['screens', { screens: ['Elsewhere' as 'Login'] }],
    ['screens', { screens: Array<'Login'>(contracts.EVENTS_MAX + 1).fill('Login') }],
    ['contents', { contents: [0] }],
    ['favourites', { favourites: [1.5] }],
    ['l', { l: 'de' as 'it' }],
  ])('refuses a wrong %s by name: %o', async (field, events) => {
    await expect(count(events)).rejects.toMatchObject({ code: 400, message: `Invalid field: ${field}` });
  });

  test('do not count a content that does not exist', async () => {
    await count({ contents: [2_000_000_000], favourites: [2_000_000_000] });
    expect((await server.context.pool.query('select 1 from daily_counts')).rowCount).toBe(0);
  });

  test('store nothing that identifies the visitor, also for a signed-in user', async () => {
    await admin.call(contracts.countEvents, { l: 'en', contents: [pump] });
    const { rows } = await server.context.pool.query<object>('select * from daily_counts');
    expect(rows.map((row) => Object.keys(row))).toEqual([['day', 'kind', 'about', 'locale', 'company_id', 'count']]);
  });

  test('count all concurrent views', async () => {
    const batches = Array.from({ length: 20 }, (_, place) =>
      count(place % 2 ? { screens: ['Login', 'Profile'], contents: [pump, tile] } : { contents: [tile, pump] }),
    );
    await Promise.all(batches);
    const { contents, screens } = await read();
    expect([contents[0]?.views, ...screens.map(({ views }) => views)]).toEqual([20, 10, 10]);
  });
});

test('D9.10: days are those of Italy', () => {
  expect(contracts.romeDay(new Date('2026-03-01T22:59:59Z'))).toBe('2026-03-01');
  expect(contracts.romeDay(new Date('2026-03-01T23:00:00Z'))).toBe('2026-03-02');
  expect(contracts.romeDay(new Date('2026-07-01T22:00:00Z'))).toBe('2026-07-02');
});

describe('statistics', () => {
  test('require a session', async () => {
    const span = { from: today(), to: today() };
    await expect(server.visitor().call(contracts.getStatistics, span)).rejects.toEqual(refusal('notSignedIn'));
  });

  test('are for admins', async () => {
    for (const person of ['operator', 'assisted'] as const)
      await expect(read(await server.signIn(person))).rejects.toEqual(refusal('notAllowed'));
  });

  test('are of the contents of the own company', async () => {
    await count({ screens: ['Login'], contents: [pump, tile, tile] });
    const [own, theirs] = [await read(), await read(tilesAdmin)];
    expect(own.contents.map(({ contentId, views }) => [contentId, views])).toEqual([[pump, 1]]);
    expect(theirs.contents.map(({ contentId, views }) => [contentId, views])).toEqual([[tile, 2]]);
    expect(theirs.days).toEqual([{ day: today(), locale: 'en', screens: 1, contents: 2, favourites: 0 }]);
  });

  test('have titles in the requested language; a deleted content has none, and keeps its counts', async () => {
    const gone = await addContent(server);
    await count({ contents: [pump, gone, gone] });
    await server.context.pool.query('delete from contents where id = $1', [gone]);
    const { contents } = await admin.call(contracts.getStatistics, { l: 'it', from: today(), to: today() });
    expect(contents.map(({ contentName, contentType, views }) => [contentName, contentType, views])).toEqual([
      [null, null, 2],
      ['La pompa', 3, 1],
    ]);
  });

  test('are of the requested days, inclusive', async () => {
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'])
      await server.context.pool.query(
        `insert into daily_counts (day, kind, about, locale, count) values ($1, 'screen', 'Login', 'en', 1)`,
        [day],
      );
    const { days } = await admin.call(contracts.getStatistics, { from: '2026-02-01', to: '2026-02-28' });
    expect(days.map(({ day }) => day)).toEqual(['2026-02-01', '2026-02-28']);
  });

  test.each([
    ['from', { from: 'yesterday', to: '2026-02-01' }],
    ['from', { from: '0000-12-31', to: '0001-01-01' }],
    ['to', { from: '2026-02-01', to: '2026-02-30' }],
    ['to', { from: '2026-02-02', to: '2026-02-01' }],
    ['to', { from: '2026-01-01', to: '2027-01-02' }],
  ])('refuses a wrong %s by name: %o', async (field, span) => {
    await expect(admin.call(contracts.getStatistics, span)).rejects.toMatchObject({
      code: 400,
      message: `Invalid field: ${field}`,
    });
  });
});
