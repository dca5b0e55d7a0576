/** The files of items, as the editor of scenes sends them: checked like those of imports. */
import type { WrittenItem } from '@earth/contracts';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { type Arrived, digestOf } from '../file-changes';
import { bytesOf, checkFile } from '../files';
import { isSection, itemFiles } from '../import/item-rules';
import { blobKeyOf } from '../media';
import { largestOf } from '../pictures';

/** An item with the ids of its files: those that the scene has, and those that have come. */
export interface ReadItem {
  readonly item: WrittenItem;
  readonly fileIds: readonly string[];
}

/** @throws ApiError `invalidInput` if an item has other files than its kind, or twice the same one, or a video ends before it starts */
function requireFiles(items: readonly WrittenItem[]): void {
  for (const [at, { kind, files, contentId, videoStart, videoEnd }] of items.entries()) {
    const isComplete = kind === 'info' ? contentId !== null : files.length > 0;
    if (!isComplete || files.length > itemFiles[kind].most) throw new ApiError('invalidInput', `items.${at}.files`);
    if (!isSection({ videoStart, videoEnd })) throw new ApiError('invalidInput', `items.${at}.videoEnd`);
  }
  const kept = items.flatMap(({ files }) => files.flatMap((file) => ('fileId' in file ? file.fileId : [])));
  if (new Set(kept).size < kept.length) throw new ApiError('invalidInput', 'items');
}

async function read(
  { random, settings }: Pick<Context, 'random' | 'settings'>,
  { kind }: WrittenItem,
  field: string,
  base64: string,
): Promise<Arrived> {
  const bytes = bytesOf(field, base64, settings.maxFileBytes);
  const isPlain = kind === 'video' || kind === 'model';
  const ending = isPlain ? checkFile(kind, field, bytes) : 'webp';
  const stored = isPlain ? bytes : await largestOf(field, bytes);
  const id = random.id();
  const blobs = [{ key: blobKeyOf(id, `file.${ending}`), bytes: stored }];
  return { id, kind: 'item', fields: { ending, digest: digestOf(bytes) }, blobs };
}

/** Reads and checks all files before any is stored. @throws ApiError naming the field: `items.3.files.0` */
export async function readItems(context: Context, items: readonly WrittenItem[]) {
  requireFiles(items);
  const arrived: Arrived[] = [];
  const readItem = async (item: WrittenItem, at: number): Promise<ReadItem> => {
    const fileIds: string[] = [];
    for (const [index, file] of item.files.entries()) {
      if ('fileId' in file) {
        fileIds.push(file.fileId);
        continue;
      }
      const one = await read(context, item, `items.${at}.files.${index}`, file.base64);
      arrived.push(one);
      fileIds.push(one.id);
    }
    return { item, fileIds };
  };
  const all: ReadItem[] = [];
  for (const [at, item] of items.entries()) all.push(await readItem(item, at));
  return { all, arrived };
}
