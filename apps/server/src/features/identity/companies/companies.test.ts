import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mp3 } from '../../../../testing/media';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('A7.11: GET /services/companies lists the user’s companies', async () => {
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

test('A7.12: GET /services/products lists those of the user’s company, or all without a session', async () => {
  const elena = await server.signIn('tilesOperator');
  const own = await elena.call(contracts.listProducts, {});
  expect(own.map(({ name }) => name)).toEqual(['Tile press 1', 'Kiln 1']);
  expect(own.map(({ nameIt }) => nameIt)).toEqual(['Pressa per piastrelle 1', 'Forno 1']);
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

test('A7.13: GET /services/app-company gives the record of the brand, for the API key too', async () => {
  const record = await server.visitor().call(contracts.getAppCompany, {});
  expect(record).toEqual({ code: 'earth', name: 'Earth', logoUrl: '/brand/logo.svg', primaryColor: '#29c885' });
  const { status } = await fetch(new URL('/services/app-company', server.url));
  expect(status).toBe(401);
});

describe('the company’s recording for callers who reach nobody', () => {
  const audioBase64 = mp3().toString('base64');
  let paolo: SignedInClient;
  /** Of the demo company. */
  let id: string;
  beforeAll(async () => {
    paolo = await server.signIn('admin');
    ({ id } = (await paolo.call(contracts.getProfile, {})).company);
  });

  test('is set by an admin, served from here, replaced and removed', async () => {
    const { unavailableAudioUrl: url } = await paolo.call(contracts.setUnavailableAudio, { id, audioBase64 });
    expect(url).toMatch(/^\/company-audio\//);
    const luca = await server.signIn('assisted');
    expect((await luca.call(contracts.getProfile, {})).company.unavailableAudioUrl).toBe(url);
    const file = await fetch(new URL(url ?? '', server.url));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(Buffer.from(await file.arrayBuffer()).equals(mp3())).toBe(true);

    // The same recording again stays; another one replaces it, and the first file is deleted.
    await paolo.call(contracts.setUnavailableAudio, { id, audioBase64 });
    expect((await fetch(new URL(url ?? '', server.url))).status).toBe(200);
    const other = await paolo.call(contracts.setUnavailableAudio, { id, audioBase64: mp3(9).toString('base64') });
    expect((await fetch(new URL(url ?? '', server.url))).status).toBe(404);
    expect((await fetch(new URL(other.unavailableAudioUrl ?? '', server.url))).status).toBe(200);
    const none = await paolo.call(contracts.removeUnavailableAudio, { id });
    expect(none.unavailableAudioUrl).toBeNull();
    expect((await fetch(new URL(other.unavailableAudioUrl ?? '', server.url))).status).toBe(404);
  });

  test('is for the admin of that company only', async () => {
    const path = `/services/companies/${id}/unavailable-audio`;
    for (const method of ['PUT', 'DELETE']) expect((await server.visitor().raw(path, { method })).status).toBe(401);
    for (const [role, of, error] of [
      ['operator', id, 'notAllowed'],
      ['assisted', id, 'notAllowed'],
      ['tilesOperator', id, 'notFound'],
      ['admin', randomUUID(), 'notFound'],
    ] as const) {
      const client = role === 'admin' ? paolo : await server.signIn(role);
      await expect(client.call(contracts.setUnavailableAudio, { id: of, audioBase64 })).rejects.toEqual(refusal(error));
      await expect(client.call(contracts.removeUnavailableAudio, { id: of })).rejects.toEqual(refusal(error));
    }
  });

  test.each([
    ['no base64', 'invalidInput', '%%%'],
    ['HTML', 'notAnMp3', Buffer.from('<html>'.repeat(100)).toString('base64')],
    ['cut off', 'fileCutOff', mp3().subarray(0, -10).toString('base64')],
    ['larger than 1 MB', 'tooLarge', Buffer.alloc(contracts.UNAVAILABLE_AUDIO_BYTES_MAX + 1).toString('base64')],
  ] as const)('is refused where it is %s, and nothing changes', async (_, error, wrong) => {
    const call = paolo.call(contracts.setUnavailableAudio, { id, audioBase64: wrong });
    await expect(call).rejects.toEqual(refusal(error));
    expect((await paolo.call(contracts.getProfile, {})).company.unavailableAudioUrl).toBeNull();
  });

  test.each(['x.mp3', '..%2Fkeys', `${randomUUID()}-${'0'.repeat(32)}.mp3`])('%s is none', async (name) => {
    expect((await server.visitor().raw(`/company-audio/${name}`)).status).toBe(404);
  });
});
