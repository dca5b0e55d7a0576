/** The pictures and masks of a model's views, in an import: those that are stored already stay, and what was processed of them. */
import { makeMask, makeViewPicture, type PlainPicture } from '../discover/view-pictures';
import { digestOf } from '../file-changes';
import { blobKeyOf } from '../media';
import type { StoredFile } from '../writing-store';
import type { ViewBody } from './columns';
import type { ContentRow } from './check';
import { errorTextOf, type FilePreparation } from './preparation';

/** A file of a view, stored before or now. */
interface ViewFile {
  readonly id: string;
  readonly isNew: boolean;
  readonly fields: Omit<PlainPicture, 'bytes'>;
}

export interface PreparedView {
  readonly picture: ViewFile;
  readonly mask: ViewFile | null;
  readonly points: ViewBody['points'];
}

const storedAs = ({ id, ending, digest, width, height }: StoredFile): ViewFile => ({
  id,
  isNew: false,
  fields: { ending: ending as PlainPicture['ending'], digest: digest ?? '', width: width ?? 0, height: height ?? 0 },
});

async function fileOf(
  { context, drawn, made }: FilePreparation,
  { kind, path, bytes }: { readonly kind: 'view' | 'mask'; readonly path: string; readonly bytes: Buffer },
): Promise<ViewFile> {
  const read = async (): Promise<PlainPicture> => {
    if (kind === 'mask') return await makeMask('views', bytes);
    if (!drawn) return await makeViewPicture('views', bytes);
    const { width, height } = await drawn(path, bytes);
    return { ending: 'webp', digest: digestOf(bytes), width, height, bytes };
  };
  const { bytes: stored, ...fields } = await read();
  const id = context.random.id();
  const key = blobKeyOf(id, `file.${fields.ending}`);
  made({ id, key });
  await context.blobs.write(key, stored);
  return { id, isNew: true, fields };
}

/** @param files the bytes of the row's files, by path. @returns undefined if the row has no views column */
export async function prepareViews(
  given: FilePreparation,
  { row, stored }: { readonly row: ContentRow; readonly stored: readonly StoredFile[] },
  files: ReadonlyMap<string, Buffer>,
): Promise<PreparedView[] | undefined> {
  const { place, body } = row;
  if (body.views === undefined) return undefined;
  const report = (message: string) => given.report({ place, field: 'views', message });
  const find = async (kind: 'view' | 'mask', path: string) => {
    const bytes = files.get(path);
    if (!bytes) return null;
    const digest = digestOf(bytes);
    // A mask belongs to one view, and is stored again for each.
    const before = kind === 'view' ? stored.find((file) => file.kind === kind && file.digest === digest) : undefined;
    if (before) return storedAs(before);
    try {
      return await fileOf(given, { kind, path, bytes });
    } catch (error) {
      report(errorTextOf(error, path));
      return null;
    }
  };
  const prepared: PreparedView[] = [];
  for (const view of body.views ?? []) {
    const picture = await find('view', view.picture);
    if (!picture) continue;
    if (prepared.some((other) => other.picture.fields.digest === picture.fields.digest))
      report(`Another view has the same picture: ${view.picture}`);
    const { width, height } = picture.fields;
    if (view.points.some(({ x, y }) => x > width || y > height))
      report(`A point is outside of ${view.picture}, which has ${width} × ${height} pixels`);
    if (new Set(view.points.map(({ content }) => content)).size < view.points.length)
      report(`A content has two points in ${view.picture}`);
    prepared.push({ picture, mask: view.mask ? await find('mask', view.mask) : null, points: view.points });
  }
  return prepared;
}
