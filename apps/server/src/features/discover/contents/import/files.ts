/** The files of an import's rows: read, validated and stored before the first row is. */
import type { Language, WrittenContent } from '@earth/contracts';
import { type Arrived, digestOf, readFiles } from '../file-changes';
import { checkFile } from '../files';
import { blobKeyOf } from '../media';
import { largestOf } from '../pictures';
import type { StoredFile } from '../writing-store';
import type { ContentRow } from './check';
import type { OwnBody } from './columns';
import { errorTextOf, type FilePreparation } from './preparation';
import { type PreparedView, prepareViews } from './view-files';

/** Concurrency: picture processing is limited by the cores; two are nearly always available. */
const CONCURRENCY = 4;

interface FileColumn {
  readonly name:
    | 'image'
    | 'images'
    | 'video'
    | 'attchm_en'
    | 'attchm_it'
    | 'audio_en'
    | 'audio_it'
    | 'model'
    | 'markers'
    | 'items';
  readonly kind: StoredFile['kind'];
  readonly locale: Language | null;
  /** The field of the calls; null: they have none. */
  readonly field: keyof WrittenContent | null;
}

export const fileColumns: readonly FileColumn[] = [
  { name: 'image', kind: 'image', locale: null, field: 'imageBase64' },
  { name: 'images', kind: 'gallery', locale: null, field: 'imagesBase64' },
  { name: 'video', kind: 'video', locale: null, field: 'videoBase64' },
  { name: 'attchm_en', kind: 'attchm', locale: 'en', field: 'attchmBase64' },
  { name: 'attchm_it', kind: 'attchm', locale: 'it', field: 'attchmBase64' },
  { name: 'audio_en', kind: 'audio', locale: 'en', field: 'audioBase64' },
  { name: 'audio_it', kind: 'audio', locale: 'it', field: 'audioBase64' },
  { name: 'model', kind: 'model', locale: null, field: 'modelBase64' },
  { name: 'markers', kind: 'marker', locale: null, field: null },
  { name: 'items', kind: 'item', locale: null, field: null },
];

/** A row with its new files. Files that are stored already are not among them. */
export interface PreparedRow {
  readonly row: ContentRow;
  readonly digest: string;
  /** Null: a new content. */
  readonly id: number | null;
  readonly isUnchanged: boolean;
  readonly stored: readonly StoredFile[];
  /** By column. Their bytes are stored. */
  readonly arrived: ReadonlyMap<FileColumn['name'], readonly Arrived[]>;
  /** Of a model; absent: they stay as they are. */
  readonly views?: readonly PreparedView[] | undefined;
}

const pathsOf = (body: OwnBody, { name }: FileColumn): readonly string[] =>
  name === 'items' ? (body.items ?? []).flatMap(({ files }) => files) : [body[name] ?? []].flat();

/** Of a file that is no picture, by its name. */
const plainKindOf = (path: string) => (/\.mp4$/i.test(path) ? 'video' : /\.glb$/i.test(path) ? 'model' : null);

/** The variants of a picture or another file, before its bytes are stored. @throws ApiError */
async function filesOf({ context, drawn }: FilePreparation, { kind, field }: FileColumn, path: string, bytes: Buffer) {
  const id = context.random.id();
  const digest = digestOf(bytes);
  const plain = kind === 'item' ? plainKindOf(path) : null;
  if (plain) {
    const ending = checkFile(plain, path, bytes);
    return [{ id, kind, fields: { ending, digest }, blobs: [{ key: blobKeyOf(id, `file.${ending}`), bytes }] }];
  }
  if (field === null) {
    const blobs = [{ key: blobKeyOf(id, 'file.webp'), bytes: drawn ? bytes : await largestOf('image', bytes) }];
    return [{ id, kind, fields: { ending: 'webp', digest }, blobs }];
  }
  if (drawn && (kind === 'image' || kind === 'gallery')) {
    const { parts, ...fields } = await drawn(path, bytes);
    const blobs = parts.map((one) => ({ key: blobKeyOf(id, one.part), bytes: one.bytes }));
    return [{ id, kind, fields: { ...fields, digest }, blobs }];
  }
  const base64 = bytes.toString('base64');
  return await readFiles(context, { [field]: field === 'imagesBase64' ? [base64] : base64 });
}

async function arrivedOf(given: FilePreparation, column: FileColumn, path: string, bytes: Buffer): Promise<Arrived[]> {
  const { context, made } = given;
  const arrived = await filesOf(given, column, path, bytes);
  for (const { id, blobs } of arrived)
    for (const { key, bytes: part } of blobs) {
      made({ id, key });
      await context.blobs.write(key, part);
    }
  return arrived.map((file) => ({ ...file, blobs: [] }));
}

async function prepareRow(given: FilePreparation, row: ContentRow): Promise<PreparedRow> {
  const { beside, known, stored, report } = given;
  const { place, body, source } = row;
  const files = new Map<string, Buffer>();
  const read = async (field: string, path: string) => {
    try {
      files.set(path, await beside(path));
    } catch (error) {
      report({ place, field, message: errorTextOf(error, path) });
    }
  };
  for (const column of fileColumns) for (const path of pathsOf(body, column)) await read(column.name, path);
  for (const { picture, mask } of body.views ?? [])
    for (const path of mask ? [picture, mask] : [picture]) await read('views', path);
  const digests = [...files].map(([path, bytes]) => `${path} ${digestOf(bytes)}`);
  const digest = digestOf(Buffer.from([source, ...digests].join('\n')));
  const before = known.get(body.key);
  const own = stored.get(before?.id ?? 0) ?? [];
  const prepared = { row, digest, id: before?.id ?? null, stored: own, isUnchanged: before?.digest === digest };
  if (prepared.isUnchanged) return { ...prepared, arrived: new Map() };

  const arrived = new Map<FileColumn['name'], readonly Arrived[]>();
  for (const column of fileColumns) {
    const paths = pathsOf(body, column);
    const there = own.filter(({ kind, locale }) => kind === column.kind && locale === column.locale);
    const same = paths.map((path) => files.get(path)).map((bytes) => bytes && digestOf(bytes));
    if (paths.length === 0 || String(there.map((file) => file.digest)) === String(same)) continue;
    const those: Arrived[] = [];
    for (const path of paths) {
      const bytes = files.get(path);
      if (!bytes) continue;
      try {
        those.push(...(await arrivedOf(given, column, path, bytes)));
      } catch (error) {
        report({ place, field: column.name, message: errorTextOf(error, path) });
      }
    }
    arrived.set(column.name, those);
  }
  return { ...prepared, arrived, views: await prepareViews(given, prepared, files) };
}

/** In the order of the rows. */
export async function prepareRows(given: FilePreparation, rows: readonly ContentRow[]): Promise<PreparedRow[]> {
  const prepared: PreparedRow[] = [];
  const waiting = [...rows.entries()].values();
  const work = async () => {
    for (const [index, row] of waiting) prepared[index] = await prepareRow(given, row);
  };
  // All workers end before anything is undone.
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return prepared;
}
