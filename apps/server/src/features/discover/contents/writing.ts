/** Creating, changing and deleting contents: for operators and admins of the owning company. */
import {
  contentDetailNames,
  contentLanguages,
  type ContentItem,
  ContentView,
  type Language,
  type Visibility,
  type WrittenContent,
  type WrittenTexts,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Caller } from '../../../http/principal';
import { withBlobs } from '../../../adapters/blobs/with-blobs';
import { keepFirstVersion, keepVersion, logContents } from './back-office/history-store';
import { showContents } from './back-office/live-store';
import { changesOf, readFiles } from './file-changes';
import { blobKeyOf, partsOf } from './media';
import { previewerOf, requireEditor } from './policy';
import { itemsOf } from './service';
import * as store from './writing-store';

interface Place {
  readonly l: Language;
  readonly texts?: WrittenTexts | undefined;
}

/** The company whose contents are written. */
export type Owner = Pick<Caller, 'companyId'>;

const detailNames = [...contentDetailNames, 'price'] as const;

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

const detailsOf = (written: WrittenContent): store.Details =>
  given(Object.fromEntries(detailNames.map((name) => [name, written[name]])));

/** The visibility columns. @throws ApiError `invalidInput` */
async function visibilityOf(db: Queries, { companyId }: Owner, { visibility, customerCode }: WrittenContent) {
  if (visibility === undefined && customerCode === undefined) return {};
  if (visibility !== 'customer') {
    if (customerCode !== undefined) throw new ApiError('invalidInput', 'customerCode');
    return { visibility, customerId: null };
  }
  const customerId = customerCode === undefined ? undefined : await store.findCompany(db, customerCode);
  if (customerId === undefined || customerId === companyId) throw new ApiError('invalidInput', 'customerCode');
  return { visibility, customerId };
}

/** The category with its path. @throws ApiError `invalidInput` */
async function categoryOf(db: Queries, { companyId }: Owner, { catId }: WrittenContent) {
  if (catId === undefined) return {};
  const path = catId === null ? [] : await store.findPath(db, companyId, catId);
  if (catId !== null && path.length === 0) throw new ApiError('invalidInput', 'catId');
  const [c1 = null, c2 = null, c3 = null] = path;
  return { categoryId: catId, c1, c2, c3 };
}

/** @throws ApiError `invalidInput` if only one of the two is given */
function placeOf({ lat, long }: WrittenContent) {
  if (lat === undefined && long === undefined) return {};
  if (typeof lat !== typeof long || (lat === null) !== (long === null))
    throw new ApiError('invalidInput', lat === undefined || lat === null ? 'lat' : 'long');
  // The API returns 0, 0 for a content without a place: a client that sends it back keeps the place empty.
  return lat === 0 && long === 0 ? { lat: null, long: null } : { lat, long };
}

/** @throws ApiError `invalidInput` if something that it refers to does not exist, or is not its company's */
async function requireNamed(db: Queries, { companyId }: Owner, written: WrittenContent): Promise<void> {
  const { brandId, skinId, related = [] } = written;
  if (brandId && !(await store.hasBrand(db, companyId, brandId))) throw new ApiError('invalidInput', 'brandId');
  if (skinId && !(await store.hasSkin(db, companyId, skinId))) throw new ApiError('invalidInput', 'skinId');
  const ids = new Set(related);
  const isThere =
    ids.size === related.length &&
    (ids.size === 0 || (await store.lockSeen(db, companyId, related)).length === ids.size);
  if (!isThere) throw new ApiError('invalidInput', 'related');
}

/** The whole that the content is to be a part of. @throws ApiError `invalidInput` */
async function groupOf(db: Queries, { companyId }: Caller, groupId: number | null | undefined, id?: number) {
  if (groupId === undefined || groupId === null) return null;
  const group = groupId === id ? undefined : await store.findOwn(db, companyId, groupId);
  // A part has no parts of its own, so that nothing is a part of itself.
  if (!group || group.groupId !== null || (id !== undefined && (await store.hasParts(db, id))))
    throw new ApiError('invalidInput', 'groupId');
  return group;
}

/** A part has the visibility of the whole. @throws ApiError `invalidInput` if another one is given */
export function withGroupVisibility(
  columns: Awaited<ReturnType<typeof columnsOf>>,
  group: Pick<store.ContentRow, 'visibility' | 'customerId'> | null | undefined,
) {
  if (!group) return columns;
  const { visibility, customerId } = group;
  const isOthers = columns.visibility !== visibility || columns.customerId !== customerId;
  if (columns.visibility !== undefined && isOthers) throw new ApiError('invalidInput', 'visibility');
  return { ...columns, visibility, customerId };
}

/** Responses do not say for which customer a content is: a client that sends the same back leaves it unchanged. */
function withStoredVisibility({ visibility, ...written }: WrittenContent, held: store.ContentRow): WrittenContent {
  const isSame = visibility === 'customer' && held.visibility === visibility && written.customerCode === undefined;
  return isSame ? written : { ...written, visibility };
}

/** The columns of a content's row. @throws ApiError `invalidInput` */
export async function columnsOf(db: Queries, principal: Owner, written: WrittenContent) {
  await requireNamed(db, principal, written);
  const { ctnType, ctnView, brandId, skinId, groupId, date } = written;
  return given({
    ctnType,
    ctnView,
    brandId,
    skinId,
    groupId,
    ...placeOf(written),
    ...(await visibilityOf(db, principal, written)),
    ...(await categoryOf(db, principal, written)),
    ...(date !== undefined && { date: new Date(date) }),
  });
}

type Arrived = Awaited<ReturnType<typeof readFiles>>;

/** What is written in one language. The first of them has what all languages share. */
interface InLanguage {
  readonly locale: Language;
  readonly content: WrittenContent;
}
type Received = InLanguage & { readonly arrived: Arrived };

/** @throws ApiError naming the field, and its language if it is one of `texts` */
async function received(context: Context, { locale, content }: InLanguage, isInTexts: boolean): Promise<Received> {
  try {
    return { locale, content, arrived: await readFiles(context, content) };
  } catch (error) {
    if (!isInTexts || !(error instanceof ApiError) || error.field === undefined) throw error;
    throw new ApiError(error.error, `texts.${locale}.${error.field}`, error.details);
  }
}

/** The content in `l`, then what `texts` has of it in each language. */
function inLanguages({ l, texts, ...content }: WrittenContent & Place): readonly [InLanguage, ...InLanguage[]] {
  const others = contentLanguages.flatMap((locale) => {
    const written = texts?.[locale];
    return written ? [{ locale, content: written }] : [];
  });
  return [{ locale: l, content }, ...others];
}

/** `write` runs in a transaction; writes of contents run one after another. */
async function withFiles<Result>(
  context: Context,
  written: readonly InLanguage[],
  write: (transaction: Queries, all: readonly Received[]) => Promise<Result>,
): Promise<Result> {
  const { blobs, db } = context;
  const all: Received[] = [];
  for (const one of written) all.push(await received(context, one, one !== written[0]));
  const arrived = all.flatMap((one) => one.arrived);
  const files = arrived.flatMap((file) => file.blobs);
  return await withBlobs(blobs, files, {
    write: async (commit) => {
      const result = await db.transaction(async (transaction) => {
        await store.lockRevision(transaction);
        return await write(transaction, all);
      });
      commit();
      return result;
    },
    isReferenced: () =>
      store.isSomeFileReferenced(
        db,
        arrived.map(({ id }) => id),
      ),
  });
}

export async function deleteBlobs({ blobs }: Context, files: readonly store.StoredFile[]): Promise<void> {
  for (const file of files) for (const part of partsOf(file)) await blobs.delete(blobKeyOf(file.id, part));
}

async function written(context: Context, principal: Caller, id: number, locale: Language): Promise<ContentItem> {
  const [item] = await itemsOf(context, previewerOf(principal), { ids: [id], locale });
  if (!item) throw new ApiError('notFound');
  return item;
}

/** Writes everything except the row of the content itself. @returns the files without a reference */
export async function writeRest(
  context: Context,
  db: Queries,
  {
    id,
    locale,
    content,
    arrived,
  }: {
    readonly id: number;
    readonly locale: Language;
    readonly content: WrittenContent;
    readonly arrived: Arrived;
  },
): Promise<store.StoredFile[]> {
  const { title, descr, related, ctnView } = content;
  await store.saveDetails(db, id, detailsOf(content));
  await store.saveTexts(db, id, locale, { title, descr });
  if (related) await store.saveRelated(db, id, related);
  if (ctnView === ContentView.model) await store.insertModel(db, id, context.random.id());
  const stored = await store.findFiles(db, id);
  const newId = () => context.random.id();
  const changes = changesOf({ contentId: id, locale, written: content, arrived, stored, newId });
  await store.saveFiles(db, changes);
  return stored.filter((file) => changes.removed.includes(file.id));
}

/** @returns the files without a reference */
async function writeAll(context: Context, db: Queries, id: number, all: readonly Received[]) {
  const removed: store.StoredFile[] = [];
  for (const one of all) removed.push(...(await writeRest(context, db, { id, ...one })));
  return removed;
}

const removedLanguages = (texts: WrittenTexts | undefined) =>
  contentLanguages.filter((locale) => texts?.[locale] === null);

interface Write {
  readonly principal: Caller;
  readonly id: number;
  readonly action: 'created' | 'changed';
}

/** Keeps what was written as a version, and who wrote it; a part is live if its whole is. */
export async function recordWrite(
  { clock }: Pick<Context, 'clock'>,
  db: Queries,
  { principal, id, action }: Write,
): Promise<void> {
  const at = clock.now();
  await logContents(db, { by: principal, at, action }, [id]);
  await keepVersion(db, principal, at, id);
  await showContents(db, at, [id]);
}

interface Keyed {
  readonly writeKey?: string | undefined;
}

/** @throws ApiError `contentChanged` if another request with the same key is still being written */
export async function createContent(
  context: Context,
  principal: Caller,
  { writeKey, ...given }: WrittenContent & Place & Keyed & { readonly ctnView: number },
) {
  requireEditor(principal);
  const { clock, db } = context;
  const { companyId } = principal;
  const repeated = writeKey && (await store.findWritten(db, companyId, writeKey));
  if (repeated) return await written(context, principal, repeated, given.l);
  const languages = inLanguages(given);
  const [{ content }] = languages;
  const id = await withFiles(context, languages, async (transaction, all) => {
    // It is being repeated while the former request is still at work: the next time it is found.
    if (writeKey && (await store.findWritten(transaction, companyId, writeKey))) throw new ApiError('contentChanged');
    const group = await groupOf(transaction, principal, content.groupId);
    const made = await store.insertContent(transaction, {
      companyId,
      writeKey,
      date: clock.now(),
      visibility: 'company' satisfies Visibility,
      ...withGroupVisibility(await columnsOf(transaction, principal, content), group),
      ctnView: given.ctnView,
    });
    await writeAll(context, transaction, made, all);
    await recordWrite(context, transaction, { principal, id: made, action: 'created' });
    return made;
  });
  return await written(context, principal, id, given.l);
}

type Change = WrittenContent &
  Place & { readonly contentId: number; readonly basedOn?: number | undefined; readonly writeKey?: string | undefined };

/** @throws ApiError `contentChanged` if another version is stored than the one that was edited */
export async function changeContent(
  context: Context,
  principal: Caller,
  { contentId, basedOn, writeKey, ...given }: Change,
): Promise<ContentItem> {
  requireEditor(principal);
  const { db } = context;
  const isOther = (version: number) => basedOn !== undefined && basedOn !== version;
  // No file is read for a content that does not exist, or that somebody has changed.
  const own = await store.findOwn(db, principal.companyId, contentId);
  if (!own) throw new ApiError('notFound');
  if (isOther(own.version)) throw new ApiError('contentChanged');
  const languages = inLanguages(given);
  const [{ content }] = languages;
  const removed = await withFiles(context, languages, async (transaction, all) => {
    const held = await store.lockContent(transaction, principal.companyId, contentId, 'no key update');
    if (!held) throw new ApiError('notFound');
    if (isOther(held.version)) throw new ApiError('contentChanged');
    if (content.related?.includes(contentId)) throw new ApiError('invalidInput', 'related');
    const { groupId = held.groupId } = content;
    const group = await groupOf(transaction, principal, groupId, contentId);
    const columns = withGroupVisibility(
      await columnsOf(transaction, principal, withStoredVisibility(content, held)),
      group,
    );
    await keepFirstVersion(transaction, contentId);
    await store.saveContent(transaction, contentId, { ...columns, writeKey: writeKey ?? null });
    if (columns.visibility) await store.showParts(transaction, contentId);
    const files = await writeAll(context, transaction, contentId, all);
    for (const locale of removedLanguages(given.texts))
      files.push(...(await store.removeTexts(transaction, contentId, locale)));
    await recordWrite(context, transaction, { principal, id: contentId, action: 'changed' });
    return files;
  });
  await deleteBlobs(context, removed);
  return await written(context, principal, contentId, given.l);
}

export async function deleteContent(context: Context, principal: Caller, contentId: number): Promise<void> {
  requireEditor(principal);
  const files = await context.db.transaction(async (transaction) => {
    await store.lockRevision(transaction);
    if (!(await store.lockContent(transaction, principal.companyId, contentId, 'update')))
      throw new ApiError('notFound');
    await logContents(transaction, { by: principal, at: context.clock.now(), action: 'deleted' }, [contentId]);
    return await store.deleteContent(transaction, contentId);
  });
  await deleteBlobs(context, files);
}
