import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('Assist 7, GET /services/companies: a person sees the companies that they belong to', async () => {
  const anna = await server.signIn('multi');
  const both = await anna.call(contracts.listCompanies, {});
  expect(both.map(({ code, admin }) => [code, admin?.name])).toEqual([
    ['DEMO', 'Paolo Neri'],
    ['TILES', 'Elena Riva'],
  ]);
  const giulia = await server.signIn('operator');
  const one = await giulia.call(contracts.listCompanies, {});
  expect(one.map(({ code }) => code)).toEqual(['DEMO']);
});

test('Assist 7, GET /services/products: those of one’s company, or of all for a device that is not signed in', async () => {
  const elena = await server.signIn('tilesOperator');
  const own = await elena.call(contracts.listProducts, {});
  expect(own.map(({ name }) => name)).toEqual(['Tile press 1', 'Kiln 1']);
  const all = await server.visitor().call(contracts.listProducts, {});
  expect(all).toHaveLength(6);
  expect(all).toEqual(expect.arrayContaining(own));
});

test('a product’s picture is a WebP that may be cached for ever', async () => {
  const [pump] = await server.visitor().call(contracts.listProducts, {});
  const picture = await fetch(new URL(pump?.imageUrl ?? '', server.url));
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
});

test.each(['0'.repeat(32), '..%2Fkeys', '%00'])('a picture that is none (%s) is not found', async (name) => {
  const { status } = await server.visitor().raw(`/pictures/${name}.webp`);
  expect(status).toBe(404);
});

test('Assist 7, GET /services/app-company: the record is that of the brand, for the API key too', async () => {
  const record = await server.visitor().call(contracts.getAppCompany, {});
  expect(record).toEqual({ code: 'earth', name: 'Earth', logoUrl: '/brand/logo.svg', primaryColor: '#29c885' });
  const { status } = await fetch(new URL('/services/app-company', server.url));
  expect(status).toBe(401);
});
