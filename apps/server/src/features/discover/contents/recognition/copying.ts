/** Copies contents of a menu entry, with their pictures and other files, as products of a catalogue: each in a transaction of its own. */
import type { CallArguments, CallData, copyProducts as copyProductsCall } from '@earth/contracts';
import type { Blobs } from '../../../../adapters/blobs/blobs';
import { type NewBlob, withBlobs } from '../../../../adapters/blobs/with-blobs';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { requireAdmin } from '../../../../http/guards';
import type { Principal } from '../../../../http/principal';
import { blobKeyOf, partsOf } from '../media';
import { recordWrite } from '../writing';
import * as writing from '../writing-store';
import * as store from './copying-store';
import { isOwnCatalogue } from './managing-store';

/** Contents that one request looks at: each may have twenty pictures. */
const AT_ONCE = 20;

async function readAll(blobs: Blobs, key: string): Promise<Uint8Array> {
  const bytes = await blobs.read(key);
  if (!bytes) throw new Error(`The file ${key} was deleted while it was copied`);
  return bytes;
}

interface Copied {
  readonly file: writing.StoredFile;
  readonly parts: readonly NewBlob[];
}

/** What the page of a product and its result have to show. Of models and scenes, parts stay with them. */
const COPIED_KINDS = new Set<writing.StoredFile['kind']>(['image', 'gallery', 'video', 'audio', 'attchm']);

/** The files under new ids; one whose bytes are gone is left out. */
async function copiesOf({ blobs, random, db }: Context, contentId: number): Promise<readonly Copied[]> {
  const copies: Copied[] = [];
  for (const file of await writing.findFiles(db, contentId)) {
    if (!COPIED_KINDS.has(file.kind)) continue;
    const id = random.id();
    const names = partsOf(file);
    const parts: NewBlob[] = [];
    for (const part of names) {
      const key = blobKeyOf(file.id, part);
      if ((await blobs.size(key)) !== null) parts.push({ key: blobKeyOf(id, part), bytes: () => readAll(blobs, key) });
    }
    if (parts.length === names.length) copies.push({ file: { ...file, id }, parts });
  }
  return copies;
}

/** @returns whether it was copied: not if somebody has copied or deleted it meanwhile */
async function copyOne(context: Context, principal: Principal, id: number, to: store.Path): Promise<boolean> {
  const { blobs, clock, db } = context;
  const copies = await copiesOf(context, id);
  const files = copies.flatMap(({ parts }) => parts);
  return await withBlobs(blobs, files, {
    write: async (commit) => {
      const isDone = await db.transaction(async (transaction) => {
        await writing.lockRevision(transaction);
        const source = await writing.lockContent(transaction, principal.companyId, id, 'key share');
        if (!source || (await store.isCopied(transaction, id, to))) return false;
        const contentId = await store.copyContent(transaction, id, { to, now: clock.now() });
        const added = copies.map(({ file }) => ({ ...file, contentId }));
        await writing.saveFiles(transaction, { removed: [], changed: [], added });
        await recordWrite(context, transaction, { principal, id: contentId, action: 'created' });
        return true;
      });
      if (isDone) commit();
      return isDone;
    },
    isReferenced: () =>
      writing.isSomeFileReferenced(
        db,
        copies.map(({ file }) => file.id),
      ),
  });
}

/** @throws ApiError `notAllowed`; `notFound` if one of the entries is not the company's, or the first is no catalogue */
export async function copyProducts(
  context: Context,
  principal: Principal,
  { categoryId, fromCategoryId, after }: CallArguments<typeof copyProductsCall>,
): Promise<CallData<typeof copyProductsCall>> {
  requireAdmin(principal);
  const { db } = context;
  const { companyId } = principal;
  const [to, from] = await Promise.all([
    writing.findPath(db, companyId, categoryId),
    writing.findPath(db, companyId, fromCategoryId),
  ]);
  if (from.length === 0 || to.length === 0 || !(await isOwnCatalogue(db, { companyId, categoryId })))
    throw new ApiError('notFound');
  const sources = await store.findSources(db, { companyId, from, to, after, limit: AT_ONCE });
  const wanted = sources.filter(({ isCopied, hasPicture }) => hasPicture && !isCopied);
  let copied = 0;
  for (const { id } of wanted) if (await copyOne(context, principal, id, to)) copied += 1;
  return {
    copied,
    skipped: sources.filter(({ isCopied }) => isCopied).length + wanted.length - copied,
    withoutPicture: sources.filter(({ isCopied, hasPicture }) => !hasPicture && !isCopied).length,
    next: sources.length === AT_ONCE ? (sources.at(-1)?.id ?? null) : null,
  };
}
