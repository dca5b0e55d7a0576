/** Markers for a journey: pictures that the test makes, as the server has them when they are processed, and frames in which they are seen. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeIndexRecord, encodeView, type GrayImage, indexFeatures, trainTarget, VIEW_FORMAT } from '@earth/vision';
import pg from 'pg';
import sharp from 'sharp';
import { createRandom } from '../../packages/vision/src/random';
import { groundOf, nominalScene, poseOf, renderFrame, type Scene } from '../../packages/vision/src/simulate';
import { testKernels } from '../../packages/vision/testing/kernels';
import { deadLeaves } from '../../packages/vision/testing/pictures';
import { createContentByApi } from './content-api';
import { databaseUrl, type TestServer } from './server';

export interface Marker {
  readonly picture: GrayImage;
  readonly viewId: string;
}

const webpOf = ({ data, width, height }: GrayImage) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .webp({ quality: 90 })
    .toBuffer();

/** A random picture; `seed` says which. */
export const makeMarker = (seed: number): Marker => ({ picture: deadLeaves(seed), viewId: randomUUID() });

/** What processing makes of the picture. */
export async function processed({ picture, viewId }: Marker) {
  const kernels = testKernels();
  const target = trainTarget(kernels, picture);
  const evw = encodeView({ descriptors: target, mask: null, picture: await webpOf(picture) });
  const digest = createHash('sha256').update(evw).digest('hex').slice(0, 32);
  const features = indexFeatures(kernels, target);
  const record = encodeIndexRecord({ id: viewId, digest, width: target.width, height: target.height, features });
  return { evw, digest, record };
}

export interface ItemFile {
  readonly ending: 'webp' | 'mp4' | 'glb';
  readonly bytes: Uint8Array;
}

/** What stands on the marker, under the names of the table. */
export interface Item {
  readonly kind: 'picture' | 'gallery' | 'video' | 'model' | 'info';
  readonly title: string;
  readonly contentId?: number;
  readonly files?: readonly ItemFile[];
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
}

/** A public scene with one marker. @returns the id of the scene */
export async function fillScene(server: TestServer, marker: Marker, title: string, items: readonly Item[]) {
  const create = await createContentByApi(server, 'operator@demo.example');
  const scene = await create({ title, descr: 'Seen through the camera', ctnView: 11, visibility: 'public' });
  const { evw, digest, record } = await processed(marker);
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    const addFile = async (kind: string, { ending, bytes }: ItemFile) => {
      const id = randomUUID();
      const folder = join(server.dataDir, 'blobs', 'contents', id);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `file.${ending}`), bytes);
      await client.query(`insert into content_files (id, content_id, kind, ending) values ($1, $2, $3, $4)`, [
        id,
        scene,
        kind,
        ending,
      ]);
      return id;
    };
    const picture = await addFile('marker', { ending: 'webp', bytes: await webpOf(marker.picture) });
    await client.query(`insert into triggers (scene_id, s_type, image_url, file_id) values ($1, 1, null, $2)`, [
      scene,
      picture,
    ]);
    await client.query(
      `insert into views (id, file_id, format, digest, rating, index_record, evw) values ($1, $2, $3, $4, 5, $5, $6)`,
      [marker.viewId, picture, VIEW_FORMAT, digest, Buffer.from(record), Buffer.from(evw)],
    );
    for (const [
      position,
      { kind, title: name, contentId = null, files = [], x = 0, y = 0, width },
    ] of items.entries()) {
      const ids: string[] = [];
      for (const file of files) ids.push(await addFile('item', file));
      await client.query(
        `insert into scene_items (scene_id, position, kind, content_id, file_ids, title_en, title_it, x, y, width)
         values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
        [scene, position, kind, contentId, JSON.stringify(ids), name, x, y, width],
      );
    }
  } finally {
    await client.end();
  }
  return scene;
}

/** Gives a scene a beacon, with major and minor 1. */
export async function giveBeacon(server: TestServer, scene: number, uuid: string) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    await client.query(
      `insert into triggers (scene_id, s_type, image_url, beacon_uuid, beacon_major, beacon_minor)
       values ($1, 2, null, $2, 1, 1)`,
      [scene, uuid],
    );
  } finally {
    await client.end();
  }
}

/** A picture of one colour. */
export const plainPicture = async (color: string): Promise<ItemFile> => ({
  ending: 'webp',
  bytes: await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .webp()
    .toBuffer(),
});

/** Frames of a camera in front of markers. */
export function createFilm(seed: number) {
  const random = createRandom(seed);
  const ground = groundOf(random);
  const base = nominalScene(random, { noise: 3, blur: 0.5 });
  return {
    /**
     * The marker, and where its corners are in the frame, from the upper left one clockwise.
     * @param behind another frame of this film, which is seen beside it; absent: the ground
     */
    frame({ picture }: Marker, change: Partial<Scene> = {}, behind?: GrayImage) {
      const scene = { ...base, ...change };
      const pose = poseOf(picture, scene);
      const at = (x: number, y: number) => {
        const [u = 0, v = 0, w = 1] = [0, 3, 6].map(
          (row) => (pose[row] ?? 0) * x + (pose[row + 1] ?? 0) * y + (pose[row + 2] ?? 0),
        );
        return [u / w + 0.5, v / w + 0.5] as const;
      };
      const [right, bottom] = [picture.width - 0.5, picture.height - 0.5];
      return {
        /** Where a place of the marker is, in shares of its picture. */
        place: ([x, y]: readonly [number, number]) => at(x * picture.width - 0.5, y * picture.height - 0.5),
        image: renderFrame(picture, [scene], random, behind ? Float32Array.from(behind.data) : ground),
        corners: [at(-0.5, -0.5), at(right, -0.5), at(right, bottom), at(-0.5, bottom)] as const,
      };
    },
    /** The ground alone. */
    empty: (): GrayImage => ({ width: 640, height: 480, data: Uint8Array.from(ground) }),
  };
}
