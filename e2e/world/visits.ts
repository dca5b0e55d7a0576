/** Models with views and key points, made by the API, because the app has no editor for them yet. */
import { randomUUID } from 'node:crypto';
import { type GrayImage, VIEW_FORMAT } from '@earth/vision';
import pg from 'pg';
import sharp from 'sharp';
import { signInByApi } from './api';
import { createContentByApi } from './content-api';
import { processed } from './markers';
import { databaseUrl, type TestServer } from './server';

const EDITOR = 'operator@demo.example';

export interface PointOfVisit {
  readonly title: string;
  readonly descr: string;
  /** Shares of the picture. */
  readonly at: readonly [x: number, y: number];
  readonly color?: string;
}

/** What processing makes of a view, at once: the server takes seconds of a core for it. */
async function process(server: TestServer, picture: GrayImage, viewId: string) {
  const { evw, digest, record } = await processed({ picture, viewId });
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    const files = [VIEW_FORMAT, digest, Buffer.from(record), Buffer.from(evw)];
    const set = 'format = $2, digest = $3, rating = 5, index_record = $4, evw = $5';
    await client.query(`update views set ${set} where id = $1`, [viewId, ...files]);
  } finally {
    await client.end();
  }
}

/** A public model with one view, which is processed. @returns the id of its content */
export async function fillModel(
  server: TestServer,
  picture: GrayImage,
  title: string,
  points: readonly PointOfVisit[],
) {
  const create = await createContentByApi(server, EDITOR);
  const deviceId = randomUUID();
  const { accessToken } = await signInByApi(server, { email: EDITOR, customCode: 'DEMO', deviceId });
  async function call<Data>(path: string, body?: object): Promise<Data> {
    const answer = await fetch(`${server.url}/api/discover/${path}`, {
      headers: { Authorization: `Bearer ${accessToken}`, 'X-Device-Id': deviceId, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return (JSON.parse(text) as { data: Data }).data;
  }
  const model = await create({ title, descr: 'Cast in bronze', ctnView: 7, visibility: 'public' });
  const { items } = await call<{ items: { uniqueId: string; contentId: number }[] }>('models?l=en');
  const modelUniqueId = items.find(({ contentId }) => contentId === model)?.uniqueId;
  const { data, width, height } = picture;
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  // A large picture is stored smaller, and the points are on that.
  const view = await call<{ uniqueId: string; width: number; height: number }>('modelviews', {
    modelUniqueId,
    imageBase64: png.toString('base64'),
  });
  for (const { title: name, descr, at, color } of points) {
    const contentId = await create({ title: name, descr, ctnView: 9, visibility: 'public' });
    const [posX, posY] = [at[0] * view.width, at[1] * view.height];
    await call('keypoint', { viewUniqueId: view.uniqueId, contentId, posX, posY, ...(color && { color }) });
  }
  await process(server, picture, view.uniqueId);
  return model;
}
