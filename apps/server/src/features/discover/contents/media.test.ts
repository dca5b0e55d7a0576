/** Content files: which are accepted, how they are stored, and how they are served. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteContents } from '../../../../testing/contents';
import { addPerson } from '../../../../testing/crowd';
import { glbOf } from '../../../../testing/glb';
import { loseNextAnswer } from '../../../../testing/lost-answer';
import { mp3, mp4, pdf, photograph, pictureBomb, transparentPng } from '../../../../testing/media';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';
import { storeAsset } from '../../assets';

let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_BYTES: '200000' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await deleteContents(server);
  // The clock may be past the end of an earlier session.
  giulia = await addPerson(server);
});

type Body = Omit<contracts.CallInput<typeof contracts.createContent>, 'title'>;
const create = (body: Body) => giulia.call(contracts.createContent, { title: 'Arch', visibility: 'public', ...body });
const base64 = (bytes: Buffer) => bytes.toString('base64');
const fetchMedia = async (url: string | null, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL(url ?? '', server.url), { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

function* zerosUntil(size: number) {
  for (let sent = 0; sent < size; sent += 100_000) yield Buffer.alloc(100_000);
}

/** All stored files of contents, and their folders. */
async function stored(): Promise<string[]> {
  const ids = await storedFiles(server, 'contents');
  const parts = await Promise.all(ids.map((id) => storedFiles(server, join('contents', id))));
  return [...ids, ...parts.flat()];
}

test('stores a photograph upright, in the widths for cards, details and the full screen, without its metadata', async () => {
  const { content } = await create({ imageBase64: `data:image/jpeg;base64,${base64(await photograph(1200, 1800))}` });
  const image = content.image;
  expect(image).toMatchObject({ width: 1800, height: 1200 });
  expect(image?.sources.map(({ width, type }) => [width, type])).toEqual([
    [400, 'image/webp'],
    [800, 'image/webp'],
    [1600, 'image/webp'],
  ]);
  for (const { url, width } of image?.sources ?? []) {
    const { answer, bytes } = await fetchMedia(url);
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    const { width: w, height, exif, orientation } = await sharp(bytes).metadata();
    expect([w, height, exif, orientation]).toEqual([width, Math.round((width * 2) / 3), undefined, undefined]);
  }
  const fallback = await fetchMedia(content.imageUrl);
  const { format, exif } = await sharp(fallback.bytes).metadata();
  expect([fallback.answer.headers.get('content-type'), format, exif]).toEqual(['image/jpeg', 'jpeg', undefined]);
  expect(fallback.bytes.includes('SecretCamera')).toBe(false);
  expect(image?.placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(image?.placeholder.length).toBeLessThan(600);
});

test('does not enlarge a small picture, and keeps its transparency', async () => {
  const { content } = await create({ imageBase64: base64(await transparentPng()) });
  expect(content.image?.sources.map(({ width }) => width)).toEqual([40]);
  const { answer, bytes } = await fetchMedia(content.imageUrl);
  expect([answer.headers.get('content-type'), (await sharp(bytes).metadata()).hasAlpha]).toEqual(['image/png', true]);
});

test.each([
  ['tall', 600, 30_000, 328, 16_383],
  ['thin', 1, 20_000, 1, 16_383],
  ['wide', 20_000, 300, 20_000, 300],
])('stores a %s picture as large as a WebP can be', async (_, width, height, keptWidth, keptHeight) => {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#29c885' } });
  const { content } = await create({ imageBase64: base64(await drawn.png({ compressionLevel: 9 }).toBuffer()) });
  expect(content.image).toMatchObject({ width: keptWidth, height: keptHeight });
  const shown = await Promise.all(
    [...(content.image?.sources ?? []), { url: content.imageUrl, width: Math.min(keptWidth, 1600) }].map(
      async (source) => ({
        width: source.width,
        real: await sharp((await fetchMedia(source.url)).bytes).metadata(),
      }),
    ),
  );
  expect(shown.map(({ real }) => real.width)).toEqual(shown.map((one) => one.width));
  const tiny = await sharp(Buffer.from((content.image?.placeholder ?? '').replace(/^.*,/, ''), 'base64')).metadata();
  expect(Math.max(tiny.width, tiny.height)).toBe(16);
});

test('keeps grey, and colours of more than eight bits', async () => {
  const grey = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080' } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const deep = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#29c885' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  for (const [bytes, colour] of [
    [grey, [128, 128, 128]],
    [deep, [41, 200, 133]],
  ] as const) {
    const { content } = await create({ imageBase64: base64(bytes) });
    for (const url of [content.imageUrl, content.image?.sources[0]?.url ?? null]) {
      const { data } = await sharp((await fetchMedia(url)).bytes)
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const [index, value] of colour.entries()) expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(6);
    }
  }
});

/** A scan header as some phones write it: Ss, Se and AhAl are 0, where a sequential JPEG has 0, 63 and 0 (T.81, B.2.3). */
async function withOddScanHeader(): Promise<Buffer> {
  const bytes = await photograph(320, 240);
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  bytes.fill(0, scan + 2 + bytes.readUInt16BE(scan + 2) - 3, scan + 2 + bytes.readUInt16BE(scan + 2));
  return bytes;
}
/** Bytes between two segments, which no decoder needs. */
async function withStrayBytes(): Promise<Buffer> {
  const bytes = await photograph(320, 240);
  const tables = bytes.indexOf(Buffer.from([0xff, 0xdb]));
  return Buffer.concat([bytes.subarray(0, tables), Buffer.from([1, 2, 3]), bytes.subarray(tables)]);
}

test.each([
  ['the scan header of some phones', withOddScanHeader],
  ['stray bytes', withStrayBytes],
])('accepts a picture with decoder warnings, and it is whole: %s', async (_, make) => {
  const { content } = await create({ imageBase64: base64(await make()) });
  expect(content.image).toMatchObject({ width: 240, height: 320 });
  const { data, info } = await sharp((await fetchMedia(content.imageUrl)).bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([240, 320]);
  // Its last pixel too: #29c885.
  for (const [index, value] of [41, 200, 133].entries())
    expect(Math.abs((data.at(index - 3) ?? 0) - value)).toBeLessThan(6);
});

test.each([
  ['a JPEG', async () => photograph()],
  ['such a JPEG of a phone', withOddScanHeader],
  [
    'a PNG',
    async () =>
      sharp(await photograph())
        .png()
        .toBuffer(),
  ],
])('refuses %s that is cut off, however little is missing', async (_, make) => {
  const bytes = await make();
  for (const part of [0.9, 0.97])
    await expect(create({ imageBase64: base64(bytes.subarray(0, Math.floor(bytes.length * part))) })).rejects.toEqual(
      refusal('fileCutOff'),
    );
});

test('serves attachment, audio, video and 3D model with the bytes that came', async () => {
  const { content } = await create({
    attchmBase64: base64(pdf()),
    attchmName: 'Guide',
    audioBase64: base64(mp3()),
    videoBase64: base64(mp4()),
    modelBase64: base64(glbOf({})),
  });
  expect(content.attchmName).toBe('Guide');
  for (const [url, type, bytes] of [
    [content.attchmUrl, 'application/pdf', pdf()],
    [content.audioUrl, 'audio/mpeg', mp3()],
    [content.videoUrl, 'video/mp4', mp4()],
    [content.modelUrl, 'model/gltf-binary', glbOf({})],
  ] as const) {
    const { answer, bytes: got } = await fetchMedia(url);
    expect([answer.headers.get('content-type'), got.equals(bytes)]).toEqual([type, true]);
  }
});

test('a content whose answer was lost has its files, both after creating and after changing it', async () => {
  const bytesOf = async () => {
    const { items } = await giulia.call(contracts.listContents, {});
    expect(items).toHaveLength(1);
    const { answer, bytes } = await fetchMedia(items[0]?.content.attchmUrl ?? null);
    return [answer.status, bytes, items[0]?.content.id ?? 0] as const;
  };
  loseNextAnswer(server.context);
  await expect(create({ attchmBase64: base64(pdf('Guide')) })).rejects.toEqual(refusal('internal'));
  const [status, bytes, contentId] = await bytesOf();
  expect([status, bytes]).toEqual([200, pdf('Guide')]);
  loseNextAnswer(server.context);
  const changed = { contentId, title: 'Arch', attchmBase64: base64(pdf('Plan')) };
  await expect(giulia.call(contracts.changeContent, changed)).rejects.toEqual(refusal('internal'));
  expect((await bytesOf()).slice(0, 2)).toEqual([200, pdf('Plan')]);
});

test('serves byte ranges of a video or audio (RFC 9110, 14)', async () => {
  const { content } = await create({ audioBase64: base64(mp3()) });
  const whole = mp3();
  const ask = (range: string) => fetchMedia(content.audioUrl, { range });
  const size = whole.length;
  for (const [range, start, end] of [
    ['bytes=0-99', 0, 99],
    ['bytes=2000-', 2000, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=5-${size + 100}`, 5, size - 1],
  ] as const) {
    const { answer, bytes } = await ask(range);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
  }
  const beyond = await ask(`bytes=${size}-`);
  expect([beyond.answer.status, beyond.answer.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  for (const range of ['bytes=9-1', 'bytes=0-1,4-5', 'pages=1-2']) expect((await ask(range)).answer.status).toBe(200);
});

test('HEAD returns the headers of GET, and reads nothing of the file', async () => {
  const { content } = await create({ audioBase64: base64(mp3()) });
  const url = new URL(content.audioUrl ?? '', server.url);
  const reading = vi.spyOn(server.context.blobs, 'stream');
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
    200,
    `${mp3().length}`,
    'audio/mpeg',
  ]);
  expect(reading).not.toHaveBeenCalled();
  expect((await fetchMedia(content.audioUrl)).bytes.equals(mp3())).toBe(true);
  expect(reading).toHaveBeenCalledOnce();
  reading.mockRestore();
});

test('streams a file: a client that disconnects after the first bytes stops the reading', async () => {
  const { content } = await create({ videoBase64: base64(mp4()) });
  const zeros = Readable.from(zerosUntil(50_000_000));
  vi.spyOn(server.context.blobs, 'stream').mockResolvedValueOnce(zeros);
  vi.spyOn(server.context.blobs, 'size').mockResolvedValueOnce(50_000_000);
  const going = new AbortController();
  const { body } = await fetch(new URL(content.videoUrl ?? '', server.url), { signal: going.signal });
  await body?.getReader().read();
  going.abort();
  await once(zeros, 'close');
  expect(zeros.readableEnded).toBe(false);
  vi.restoreAllMocks();
});

test('streams a public picture too', async () => {
  const address = await storeAsset(server.context, {
    kind: 'pictures',
    ending: 'webp',
    bytes: await transparentPng(),
  });
  const head = await fetch(new URL(address, server.url), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, `${(await transparentPng()).length}`]);
  const { answer, bytes } = await fetchMedia(address, { range: 'bytes=1-3' });
  expect([answer.status, answer.headers.get('content-type'), bytes.toString()]).toEqual([206, 'image/webp', 'PNG']);
  for (const path of [address.replace(/\/[0-9a-f]/, '/g'), `/pictures/${'0'.repeat(32)}.webp`])
    expect((await fetchMedia(path)).answer.status).toBe(404);
});

test('a private file has a signed URL that expires, and none without its signature', async () => {
  const { content } = await create({ visibility: 'company', imageBase64: base64(await photograph()) });
  const url = content.imageUrl ?? '';
  const { answer } = await fetchMedia(url);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=7200, immutable']);
  const { pathname, searchParams } = new URL(url, server.url);
  const [expires, signature] = [searchParams.get('e'), searchParams.get('s')];
  for (const wrong of [
    pathname,
    `${pathname}?e=${expires}&s=x`,
    `${pathname}?e=${Number(expires) + 1}&s=${signature}`,
    url.replace(/e=\d+/, 'e=1&e=2'),
  ])
    expect((await fetchMedia(wrong)).answer.status).toBe(404);
  server.clock.advance(2 * 3600_000 + 1000);
  expect((await fetchMedia(url)).answer.status).toBe(404);
});

test('the plain URL of a file is not found once its content is private', async () => {
  const { content } = await create({ imageBase64: base64(await photograph()) });
  const url = content.imageUrl ?? '';
  expect((await fetchMedia(url)).answer.status).toBe(200);
  await giulia.call(contracts.changeContent, { contentId: content.id, visibility: 'company', title: 'Arch' });
  expect((await fetchMedia(url)).answer.status).toBe(404);
});

test.each(['x/full.jpg', '0190a000-0000-7000-8000-0000000000aa/full.jpg', '..%2Fkeys/master.key'])(
  'a file that is none (%s) is not found',
  async (path) => {
    expect((await fetchMedia(`/media/${path}`)).answer.status).toBe(404);
  },
);

const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

test.each<[string, contracts.ErrorName, string, () => Promise<Buffer> | Buffer]>([
  ['a PDF that is HTML', 'notAPdf', 'attchmBase64', () => html],
  ['a PDF that is cut off', 'fileCutOff', 'attchmBase64', () => cut(pdf('x'.repeat(3000)))],
  ['an mp3 that is HTML', 'notAnMp3', 'audioBase64', () => html],
  ['an mp3 that is cut off', 'fileCutOff', 'audioBase64', () => cut(mp3(4))],
  ['an mp4 that is HTML', 'notAnMp4', 'videoBase64', () => html],
  [
    'an mp4 whose last box says no length',
    'fileCutOff',
    'videoBase64',
    () => Buffer.concat([mp4(), Buffer.from('0000000166726565', 'hex')]),
  ],
  ['an mp4 that is cut off', 'fileCutOff', 'videoBase64', () => cut(mp4())],
  ['a 3D model that is HTML', 'notAGlb', 'modelBase64', () => html],
  ['a 3D model that is inside itself', 'glbLoop', 'modelBase64', () => glbOf({ nodes: [{ children: [0] }] })],
  ['a 3D model with an address', 'glbOutside', 'modelBase64', () => glbOf({ buffers: [{ byteLength: 1, uri: 'a' }] })],
  ['a picture that is HTML', 'notAnImage', 'imageBase64', () => html],
  ['an SVG with a script', 'notAnImage', 'imageBase64', () => svg],
  [
    'a PNG that is none after its first bytes',
    'notAnImage',
    'imageBase64',
    async () => Buffer.concat([(await transparentPng()).subarray(0, 8), html]),
  ],
  ['a picture that is cut off', 'fileCutOff', 'imageBase64', async () => cut(await photograph())],
  ['a picture bomb', 'tooManyPixels', 'imageBase64', pictureBomb],
  ['a file that is too large', 'tooLarge', 'audioBase64', () => mp3(500)],
])('D5.13: refuses %s with a reason and stores nothing', async (_, error, field, make) => {
  const before = await stored();
  const picture = { imageBase64: base64(await photograph()) };
  const refused = create({ ...picture, [field]: base64(await make()) });
  await expect(refused).rejects.toEqual(refusal(error));
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining(field) });
  expect(await stored()).toEqual(before);
  expect((await giulia.call(contracts.listContents, {})).total).toBe(0);
});

test('invalid base64 is a 400 that names the field', async () => {
  await expect(create({ imageBase64: '<script>' })).rejects.toMatchObject({
    code: 400,
    fields: { imageBase64: expect.any(String) },
  });
});

test('deletes a replaced file, keeps one whose URL is sent back, and deletes all with the content', async () => {
  const before = await stored();
  const { content } = await create({ imageBase64: base64(await photograph()), audioBase64: base64(mp3()) });
  const contentId = content.id;
  const kept = await giulia.call(contracts.changeContent, { contentId, imageUrl: content.imageUrl, title: 'B' });
  expect(kept.content.imageUrl).toBe(content.imageUrl);
  const changed = await giulia.call(contracts.changeContent, {
    contentId,
    imageBase64: base64(await transparentPng()),
  });
  expect([changed.content.audioUrl, changed.content.image?.width]).toEqual([content.audioUrl, 40]);
  expect((await fetchMedia(content.imageUrl)).answer.status).toBe(404);
  const stranger = (await create({ imageBase64: base64(await transparentPng()) })).content;
  await expect(giulia.call(contracts.changeContent, { contentId, imageUrl: stranger.imageUrl })).rejects.toMatchObject({
    code: 400,
    fields: { imageUrl: expect.any(String) },
  });
  for (const id of [contentId, stranger.id]) await giulia.call(contracts.deleteContent, { contentId: id });
  expect(await stored()).toEqual(before);
});

test('deletes a file that is added to a part while the whole is being deleted', async () => {
  const { pool, blobs } = server.context;
  const before = await stored();
  const whole = (await create({})).content.id;
  const part = (await create({ groupId: whole })).content.id;
  const id = randomUUID();
  await blobs.write(`contents/${id}/file.mp3`, mp3());
  const writing = await pool.connect();
  await writing.query('begin');
  await writing.query('select from contents_revision for update');
  const deleted = giulia.call(contracts.deleteContent, { contentId: whole });
  const isWaiting = async () =>
    (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rows.length > 0;
  await expect.poll(isWaiting).toBe(true);
  const row = [id, part];
  await writing.query(`insert into content_files (id, content_id, kind, ending) values ($1, $2, 'audio', 'mp3')`, row);
  await writing.query('commit');
  writing.release();
  await deleted;
  expect(await stored()).toEqual(before);
});

test('accepts gallery pictures as form fields with a data URL', async () => {
  const picture = `data:image/jpeg;base64,${base64(await photograph(30, 30))}`;
  for (const imagesBase64 of [[picture], [picture, picture]])
    expect((await create({ imagesBase64 })).content.images).toHaveLength(imagesBase64.length);
});

test('a gallery has up to twenty pictures, however they are sent', async () => {
  const png = base64(await transparentPng());
  const imagesBase64 = Array.from({ length: 12 }, () => png);
  const { content } = await create({ imagesBase64 });
  const contentId = content.id;
  for (const body of [{ imagesBase64 }, { imagesBase64, imageUrls: content.imageUrls }])
    await expect(giulia.call(contracts.changeContent, { contentId, ...body })).rejects.toMatchObject({
      code: 400,
      fields: { imagesBase64: expect.any(String) },
    });
  const others = { imagesBase64, imageUrls: content.imageUrls.slice(0, 8) };
  expect((await giulia.call(contracts.changeContent, { contentId, ...others })).content.images).toHaveLength(20);
});

test('a data URL may have further parameters', async () => {
  const attchmBase64 = `data:application/pdf;name="a guide.pdf";base64,${base64(pdf())}`;
  expect((await create({ attchmBase64 })).content.attchmUrl).toMatch(/^\/media\//);
});

test('gallery pictures have the order of their given URLs', async () => {
  const imagesBase64 = [base64(await photograph(30, 30)), base64(await photograph(20, 20))];
  const { content } = await create({});
  const contentId = content.id;
  const send = (body: object) =>
    giulia.raw(`/api/infocontents/${contentId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const widths = async () => {
    const { content: shown } = await giulia.call(contracts.getContent, { contentId });
    return { urls: shown.imageUrls, widths: shown.images.map((image) => image?.width) };
  };
  await send({ imagesBase64 });
  const first = await widths();
  expect(first.widths).toEqual([30, 20]);
  await send({ imageUrls: first.urls.toReversed(), imagesBase64: [base64(await photograph(10, 10))] });
  const second = await widths();
  expect(second.widths).toEqual([20, 30, 10]);
  await send({ imageUrls: second.urls.slice(1) });
  expect((await widths()).widths).toEqual([30, 10]);
});
