/**
 * The menu editor, for admins. A draft of the whole tree is stored beside the published menu; each change names the version that it was
 * made from, so that two admins never overwrite each other.
 */
import { isBlank, LAYER_BYTES_MAX, MENU_ENTRIES_MAX, type MenuDraft } from '@earth/contracts';
import { KmlError, readKmlFile } from '@earth/kml';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { requireAdmin } from '../../../../http/guards';
import type { Caller } from '../../../../http/principal';
import { deleteAsset, storeAsset } from '../../../assets';
import { logMenu } from '../back-office/history-store';
import { bytesOf } from '../files';
import { largestOf } from '../pictures';
import { lockRevision } from '../writing-store';
import * as store from './store';
import { entriesOf, filesOf, publishedTree, shownTree, withLater, type AnyEntry } from './tree';

async function read(db: Queries, companyId: string): Promise<MenuDraft> {
  const [{ draft, version, changedBy, changedAt }, rows] = await Promise.all([
    store.findDraft(db, companyId),
    store.findPublished(db, companyId),
  ]);
  return {
    version,
    isDraft: draft !== null,
    changedBy,
    changedAt: changedAt?.toISOString() ?? null,
    items: shownTree(draft ? withLater(draft, rows) : publishedTree(rows), rows),
    removed: [...(draft?.removed ?? [])],
  };
}

/** @throws ApiError `notAllowed` */
export async function getMenuDraft({ db }: Context, principal: Caller): Promise<MenuDraft> {
  requireAdmin(principal);
  return await read(db, principal.companyId);
}

/** Writes a draft, or null. */
async function change(
  context: Context,
  by: Caller,
  basedOn: number,
  write: (db: Queries) => Promise<store.Draft | null>,
): Promise<MenuDraft> {
  const { db, clock } = context;
  await db.transaction(async (transaction) => {
    const draft = await write(transaction);
    const at = clock.now();
    if (!(await store.changeDraft(transaction, { by, at, basedOn, draft }))) throw new ApiError('menuChanged');
  });
  return await read(db, by.companyId);
}

/** So long a file may be stored without a menu that names it. */
const UNNAMED_MS = 24 * 3_600_000;

/** Deletes files that the editor has stored, and that neither a draft nor a published menu has named for a day. */
export async function sweepMenuFiles(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const before = new Date(now.getTime() - UNNAMED_MS);
  for (const companyId of await store.findCompaniesWithFiles(db)) {
    const files = await store.findFiles(db, companyId);
    const named = new Set(await namedFiles(db, companyId));
    const urlsOf = (wanted: (file: (typeof files)[number]) => boolean) => files.filter(wanted).map(({ url }) => url);
    await store.setUnnamed(
      db,
      urlsOf(({ url, unnamedSince }) => named.has(url) && unnamedSince !== null),
      null,
    );
    await store.setUnnamed(
      db,
      urlsOf(({ url, unnamedSince }) => !named.has(url) && unnamedSince === null),
      now,
    );
    const due = urlsOf(({ url, unnamedSince }) => !named.has(url) && unnamedSince !== null && unnamedSince <= before);
    for (const url of await store.forgetFiles(db, due, before)) await deleteAsset(context, url);
  }
}

async function namedFiles(db: Queries, companyId: string): Promise<string[]> {
  const [{ draft }, rows] = await Promise.all([store.findDraft(db, companyId), store.findPublished(db, companyId)]);
  return [...filesOf(publishedTree(rows)), ...filesOf(draft?.items ?? [])];
}

/** @throws ApiError `invalidInput` for an entry of another company, one that occurs twice, or too many */
async function requireEntries(db: Queries, companyId: string, items: readonly AnyEntry[]): Promise<void> {
  const entries = entriesOf(items);
  if (entries.length > MENU_ENTRIES_MAX) throw new ApiError('invalidInput', 'items');
  const ids = entries.flatMap(({ id }) => id ?? []);
  const own = new Set((await store.findPublished(db, companyId)).map(({ id }) => id));
  if (new Set(ids).size < ids.length || ids.some((id) => !own.has(id))) throw new ApiError('invalidInput', 'items');
}

/** @throws ApiError `notAllowed`, `menuChanged`, `invalidInput` */
export async function saveMenuDraft(
  context: Context,
  principal: Caller,
  { basedOn, items, removed }: store.Draft & { readonly basedOn: number },
): Promise<MenuDraft> {
  requireAdmin(principal);
  await requireEntries(context.db, principal.companyId, items);
  return await change(context, principal, basedOn, async () => ({ items, removed }));
}

/** @throws ApiError `notAllowed`, `menuChanged` */
export async function discardMenuDraft(context: Context, principal: Caller, basedOn: number): Promise<MenuDraft> {
  requireAdmin(principal);
  return await change(context, principal, basedOn, async () => null);
}

/**
 * Publishes the draft, and deletes the files that it no longer names.
 * @throws ApiError `notAllowed`, `menuChanged`, `invalidInput` for an entry without a title
 */
export async function publishMenu(context: Context, principal: Caller, basedOn: number): Promise<MenuDraft> {
  requireAdmin(principal);
  const { companyId } = principal;
  const before = await namedFiles(context.db, companyId);
  const published = await change(context, principal, basedOn, async (db) => {
    // Its entries and the contents below them change: like every writer of contents.
    await lockRevision(db);
    const { draft } = await store.findDraft(db, companyId);
    if (!draft) return null;
    if (entriesOf(draft.items).some(({ title }) => isBlank(title.en) && isBlank(title.it)))
      throw new ApiError('invalidInput', 'title');
    const items = withLater(draft, await store.findPublished(db, companyId));
    await saveLevel(db, items, { companyId, parentId: null, level: 1 });
    await store.deleteEntries(db, companyId, draft.removed);
    await store.movePaths(db, companyId);
    await logMenu(db, { by: principal, at: context.clock.now(), action: 'menuPublished' });
    return null;
  });
  // Not sooner: somebody who undoes a step names a file again. Only files that this editor stored have the company in their name; those
  // of imports may be used elsewhere.
  const after = new Set(await namedFiles(context.db, companyId));
  const unnamed = before.filter((url) => !after.has(url) && url.includes(`/${companyId}-`));
  await Promise.all(unnamed.map((url) => deleteAsset(context, url)));
  return published;
}

/** Entries above are saved first, because those below name them. */
async function saveLevel(
  db: Queries,
  items: readonly AnyEntry[],
  place: { readonly companyId: string; readonly parentId: number | null; readonly level: number },
): Promise<void> {
  for (const [position, { items: below, ...entry }] of items.entries()) {
    const id = await store.saveEntry(db, entry, { ...place, position });
    await saveLevel(db, below, { ...place, parentId: id, level: place.level + 1 });
  }
}

/** @throws ApiError `notAllowed`, `invalidInput`, `tooLarge`, `notAnImage`, `tooManyPixels`, `fileCutOff`, `notAMap` */
export async function addMenuFile(
  context: Context,
  principal: Caller,
  { kind, base64 }: { readonly kind: 'picture' | 'layer'; readonly base64: string },
): Promise<{ url: string }> {
  requireAdmin(principal);
  const bytes = bytesOf('base64', base64, kind === 'layer' ? LAYER_BYTES_MAX : context.settings.maxFileBytes);
  const ownerId = principal.companyId;
  const url =
    kind === 'picture'
      ? await storeAsset(context, {
          kind: 'pictures',
          ending: 'webp',
          bytes: await largestOf('base64', bytes),
          ownerId,
        })
      : await storeAsset(context, { kind: 'maps', ending: layerEnding(bytes), bytes, ownerId });
  await store.addFile(context.db, url, ownerId, context.clock.now());
  return { url };
}

/** @throws ApiError `notAMap` if the map screen could not show it */
function layerEnding(bytes: Buffer): 'kml' | 'kmz' {
  try {
    readKmlFile(bytes);
  } catch (error) {
    if (!(error instanceof KmlError)) throw error;
    throw new ApiError('notAMap', 'base64');
  }
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? 'kmz' : 'kml';
}
