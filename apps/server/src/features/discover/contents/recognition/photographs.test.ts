/** What catalogues keep of photographs, and feedback. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteContents } from '../../../../../testing/contents';
import { addCatalogue, addProduct, areReady, photographOf } from '../../../../../testing/catalogues';
import { addPerson } from '../../../../../testing/crowd';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../../testing/start-test-server';
import { evaluateRecognition } from './evaluation';
import { writePhotographs } from './write-photographs';

/** Descriptions take seconds of a processor, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

const DAY_MS = 86_400_000;
const TILES = ['tile-terrazzo-warm', 'tile-marble-gold', 'tile-wood-oak'];

let server: TestServer;
let giulia: SignedInClient;
let folder: string;
const ids = new Map<string, number>();
let picture: string;

beforeAll(async () => {
  server = await startTestServer({ PROCESS_VIEWS: 'true' });
  await deleteContents(server);
  await server.context.pool.query('delete from categories');
  giulia = await addPerson(server);
  for (const modelCode of ['LEARNS', 'FORGETS']) {
    const id = await addCatalogue(server, { modelCode, learns: modelCode === 'LEARNS' });
    for (const tile of modelCode === 'LEARNS' ? TILES : TILES.slice(0, 1))
      ids.set(`${modelCode} ${tile}`, await addProduct(giulia, id, tile));
  }
  folder = await mkdtemp(join(tmpdir(), 'earth-photographs-'));
  picture = (await photographOf('tile-wood-oak')).toString('base64');
  await server.restart();
  await areReady(server, ['LEARNS', 'FORGETS']);
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.context.pool.query('delete from photographs');
  await server.context.pool.query('delete from recognition_feedback');
});

const ask = (modelcode: string, learn: boolean, base64Image = picture) =>
  server.visitor().call(contracts.predict, { modelcode, base64Image, customParams: { learn, note: 'By the stairs' } });
const feedback = (given: Partial<contracts.CallInput<typeof contracts.sendRecognitionFeedback>> = {}) =>
  server.visitor().call(contracts.sendRecognitionFeedback, { modelcode: 'LEARNS', note: 'Not it', ...given });
const list = (who: SignedInClient = giulia, modelcode = 'LEARNS') =>
  who.call(contracts.listRecognitionFeedback, { modelcode });
const kept = async () =>
  (await server.context.pool.query<{ jpeg: Buffer; note: string }>('select * from photographs')).rows;

test('a photograph is kept only if the catalogue learns and the person agrees, small and without metadata', async () => {
  await ask('FORGETS', true);
  await ask('LEARNS', false);
  expect(await kept()).toEqual([]);
  await ask('LEARNS', true);
  const [photograph, other] = await kept();
  expect([other, photograph?.note]).toEqual([undefined, 'By the stairs']);
  const { width, height, exif } = await sharp(photograph?.jpeg).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(640);
  expect(exif).toBeUndefined();
});

test('a bad picture keeps nothing, though the catalogue learns and the person agrees', async () => {
  const photograph = await photographOf('tile-wood-oak');
  const dot = await sharp(photograph).resize(1, 1).png().toBuffer();
  const bad = {
    notAnImage: Buffer.from('hello there'),
    fileCutOff: photograph.subarray(0, 4000),
    tooSmallToSee: dot,
    tooManyPixels: await sharp(photograph).resize(4200, 4100, { fit: 'fill' }).png().toBuffer(),
  };
  for (const [error, bytes] of Object.entries(bad)) {
    const image = bytes.toString('base64');
    await expect(ask('LEARNS', true, image)).rejects.toMatchObject({ error });
    await expect(feedback({ image })).rejects.toMatchObject({ error });
  }
  expect(await kept()).toEqual([]);
  expect((await list()).total).toBe(0);
});

test('feedback has note, mode and similarity; operators and admins of the company read it', async () => {
  const contentId = ids.get('LEARNS tile-wood-oak') ?? 0;
  await feedback({ contentId, mode: 2, similarity: 64 });
  server.clock.advance(1000);
  await feedback({ note: 'Nothing was found' });
  const { items, total } = await list();
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { contentId: null, title: null, note: 'Nothing was found', mode: 0, similarity: null, hasPhotograph: false },
    { contentId, title: 'tile-wood-oak', note: 'Not it', mode: 2, similarity: 64, hasPhotograph: false },
  ]);
});

test('feedback keeps its photograph only if the catalogue learns, and once', async () => {
  await feedback({ modelcode: 'FORGETS', image: picture });
  expect(await kept()).toEqual([]);
  await ask('LEARNS', true);
  await feedback({ contentId: ids.get('LEARNS tile-wood-oak') ?? 0, image: picture });
  expect(await kept()).toMatchObject([{ is_refused: true }]);
  expect((await list()).items).toMatchObject([{ hasPhotograph: true }]);
});

test('feedback is refused: without the key, about a content of no or another catalogue, with wrong fields, with no picture', async () => {
  const given = { modelcode: 'LEARNS' };
  const headers = { 'x-api-key': 'wrong' };
  await expect(server.visitor().call(contracts.sendRecognitionFeedback, given, headers)).rejects.toEqual(
    refusal('badApiKey'),
  );
  await expect(feedback({ contentId: 2_000_000_000 })).rejects.toEqual(refusal('notFound'));
  const elsewhere = ids.get('FORGETS tile-terrazzo-warm') ?? 0;
  await expect(feedback({ contentId: elsewhere })).rejects.toEqual(refusal('notFound'));
  await expect(feedback({ similarity: 101 })).rejects.toMatchObject({
    code: 400,
    message: 'Invalid field: similarity',
  });
  await expect(feedback({ image: Buffer.from('hello there').toString('base64') })).rejects.toMatchObject({
    error: 'notAnImage',
  });
  expect((await list()).total).toBe(0);
});

test('the list of feedback is for operators and admins of the company', async () => {
  await expect(server.visitor().call(contracts.listRecognitionFeedback, { modelcode: 'LEARNS' })).rejects.toMatchObject(
    { code: 401 },
  );
  await expect(list(await addPerson(server, { role: 'ASSISTED' }))).rejects.toEqual(refusal('notAllowed'));
  await expect(list(await addPerson(server, { companyCode: 'TILES' }))).rejects.toEqual(refusal('notFound'));
  await expect(list(giulia, 'NONE')).rejects.toEqual(refusal('notFound'));
  await expect(giulia.call(contracts.listRecognitionFeedback, { modelcode: 'LEARNS', page: 0 })).rejects.toMatchObject({
    code: 400,
  });
});

test('photographs and feedback are deleted after a year', async () => {
  await ask('LEARNS', true);
  await feedback();
  server.clock.advance(360 * DAY_MS);
  await ask('LEARNS', true, (await photographOf('tile-marble-gold')).toString('base64'));
  await server.restart();
  expect(await kept()).toHaveLength(2);
  server.clock.advance(10 * DAY_MS);
  await server.restart();
  // Photographs go first, then feedback.
  const isFeedbackGone = async () =>
    (await server.context.pool.query('select from recognition_feedback')).rowCount === 0;
  await expect.poll(isFeedbackGone).toBe(true);
  expect(await kept()).toHaveLength(1);
});

test('kept photographs are written into folders named by product; those with a wrong answer are to be sorted', async () => {
  const contentId = ids.get('LEARNS tile-wood-oak') ?? 0;
  await ask('LEARNS', true);
  await server.context.pool.query('update photographs set is_match = true');
  await feedback({ image: (await photographOf('tile-marble-gold')).toString('base64') });
  const options = { modelCode: 'LEARNS', folder, isMoved: true };
  expect(await writePhotographs(server.context, options)).toEqual({ written: 2, unsorted: 1 });
  expect((await readdir(folder)).toSorted()).toEqual([`${contentId} tile-wood-oak`, 'unsorted'].toSorted());
  const [name = ''] = await readdir(join(folder, 'unsorted'));
  expect((await sharp(await readFile(join(folder, 'unsorted', name))).metadata()).format).toBe('jpeg');
  expect(await kept()).toEqual([]);

  const lines: string[] = [];
  await evaluateRecognition({
    folder,
    catalogue: { context: server.context, modelCode: 'LEARNS' },
    page: join(folder, 'page.html'),
    seed: 1,
    print: (line) => lines.push(line),
  });
  expect(lines[0]).toBe('Catalogue: 3 products. Photographs: 1 in 1 folders.');
  expect(lines).toContainEqual(expect.stringMatching(/^texture +none +100\.0 % /));
  expect(await readFile(join(folder, 'page.html'), 'utf8')).toContain('<table>');
  await expect(writePhotographs(server.context, { ...options, modelCode: 'NONE' })).rejects.toThrow(
    'There is no catalogue NONE here.',
  );
});
