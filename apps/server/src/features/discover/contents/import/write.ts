/** Writes valid rows as the calls would. */
import type { Beacon, Language, WrittenContent } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { storeAsset } from '../../../assets';
import { showContents } from '../back-office/live-store';
import type { Arrived } from '../file-changes';
import { withGroupVisibility, columnsOf, type Owner, writeRest } from '../writing';
import * as contents from '../writing-store';
import type { CheckedFile } from './check';
import { fileColumns, type PreparedRow } from './files';
import { writeItems } from './items';
import * as store from './store';
import { writeViews } from './view-write';

type AllKnown = Awaited<ReturnType<typeof store.findKnown>>;
type Ids = ReadonlyMap<string, number>;

export interface PreparedCategory {
  readonly row: CheckedFile['categories'][number];
  /** The row's own position, else that in the list. */
  readonly position: number;
  readonly digest: string;
  /** The rendered picture. */
  readonly picture: Buffer | null;
  /** Of a map. */
  readonly layer: Buffer | null;
}

export interface ImportWrite {
  readonly context: Context;
  readonly db: Queries;
  readonly owner: Owner;
  readonly known: AllKnown;
}

const idsOf = (known: store.KnownByKey) => new Map([...known].map(([key, { id }]) => [key, id]));

/** Writes brands and skins. @returns their ids by key */
export async function writeBrandsAndSkins({ db, owner, known }: ImportWrite, { brands, skins }: CheckedFile) {
  const ids = { brands: idsOf(known.brands), skins: idsOf(known.skins) };
  for (const { body, source } of brands) {
    const before = known.brands.get(body.key);
    if (before?.digest === source) continue;
    const row = { companyId: owner.companyId, name: body.name, importKey: body.key, importDigest: source };
    ids.brands.set(body.key, await store.saveBrand(db, before?.id, row));
  }
  for (const { body, source } of skins) {
    const before = known.skins.get(body.key);
    if (before?.digest === source) continue;
    const { key, ...columns } = body;
    const row = { companyId: owner.companyId, ...columns, importKey: key, importDigest: source };
    ids.skins.set(key, await store.saveSkin(db, before?.id, row));
  }
  return ids;
}

/** @returns their ids by key */
export async function writeCategories(given: ImportWrite, prepared: readonly PreparedCategory[]): Promise<Ids> {
  const { context, db, owner, known } = given;
  const ids = new Map([...known.categories].map(([key, { id }]) => [key, id]));
  const levels = new Map([...known.categories].map(([key, { level }]) => [key, level]));
  for (const { row, position, digest, picture, layer } of prepared) {
    const { key, parent, visibility, image, layer: path, title_en, title_it, descr_en, descr_it, ...fields } = row.body;
    const level = parent ? (levels.get(parent) ?? 0) + 1 : 1;
    levels.set(key, level);
    const before = known.categories.get(key);
    if (before?.digest === digest) continue;
    const category: store.NewCategory = {
      level,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      position,
      parentId: parent ? (ids.get(parent) ?? null) : null,
      companyId: visibility === 'company' ? owner.companyId : null,
      importCompanyId: owner.companyId,
      importKey: key,
      importDigest: digest,
      ...(image === null && { imageUrl: null }),
      ...(picture && { imageUrl: await storeAsset(context, { kind: 'pictures', ending: 'webp', bytes: picture }) }),
      ...(path === null && { attchmUrl: null }),
      ...(layer && {
        attchmUrl: await storeAsset(context, {
          kind: 'maps',
          ending: /\.kmz$/i.test(path ?? '') ? 'kmz' : 'kml',
          bytes: layer,
        }),
      }),
    };
    const texts = { en: { title: title_en, descr: descr_en }, it: { title: title_it, descr: descr_it } };
    ids.set(key, await store.saveCategory(db, before?.id, category, texts));
  }
  return ids;
}

interface Named {
  readonly brands: Ids;
  readonly skins: Ids;
  readonly categories: Ids;
}

/** Null removes, an absent one stays. */
const named = (ids: Ids, key: string | null | undefined): number | null | undefined =>
  key === undefined ? undefined : (ids.get(key ?? '') ?? null);

/** The columns of a content's row. */
function fieldsOf({ row: { body } }: PreparedRow, ids: Named, contentIds: Ids): WrittenContent {
  const { ctnType, ctnView, visibility, customerCode, lat, long } = body.common;
  return {
    ctnType,
    ctnView,
    visibility,
    customerCode,
    lat,
    long,
    date: body.date === undefined ? undefined : Date.parse(body.date),
    catId: named(ids.categories, body.category),
    brandId: named(ids.brands, body.brand),
    skinId: named(ids.skins, body.skin),
    groupId: named(contentIds, body.group),
  };
}

/** The external URLs of a row's files. Null, which removes a file, only applies to existing ones. */
function addressesOf({ row: { body }, arrived, stored }: PreparedRow, locale: Language): WrittenContent {
  const { common, texts } = body;
  const has = (kind: contents.StoredFile['kind'], of: Language | null = null) =>
    stored.some((file) => file.kind === kind && (file.locale === of || file.locale === null));
  const one = (file: string | null | undefined, url: string | null | undefined, isThere: boolean) => {
    if (file) return undefined;
    return url ?? (isThere && (file === null || url === null) ? null : undefined);
  };
  const { attchmUrl, audioUrl } = texts[locale];
  const isGalleryNew = body.images?.length === 0 || body.images === null || arrived.has('images');
  return {
    imageUrl: one(body.image, undefined, has('image')),
    imageUrls: isGalleryNew ? [] : undefined,
    videoUrl: one(body.video, common.videoUrl, has('video')),
    modelUrl: one(body.model, undefined, has('model')),
    attchmUrl: one(body[`attchm_${locale}`], attchmUrl, has('attchm', locale)),
    audioUrl: one(body[`audio_${locale}`], audioUrl, has('audio', locale)),
  };
}

/** A language without any text or file is not written. */
const isWritten = ({ row: { body } }: PreparedRow, locale: Language) =>
  Object.values(body.texts[locale]).some((text) => text !== undefined && text !== null) ||
  body[`attchm_${locale}`] !== undefined ||
  body[`audio_${locale}`] !== undefined;

/**
 * Writes everything except the row itself: values for all languages first, with the first written language. @returns the deleted
 * files
 */
async function writeAround(
  { context, db }: ImportWrite,
  prepared: PreparedRow,
  id: number,
  related: number[] | undefined,
) {
  const { body } = prepared.row;
  const removed: contents.StoredFile[] = [];
  const first = body.texts.en.title === undefined && body.texts.it.title !== undefined ? 'it' : 'en';
  const rest = first === 'en' ? 'it' : 'en';
  for (const locale of [first, rest] as const) {
    const isFirst = locale === first;
    if (!isFirst && !isWritten(prepared, locale)) continue;
    const { imageUrl, imageUrls, videoUrl, modelUrl, ...read } = addressesOf(prepared, locale);
    const { descr = isFirst && prepared.id === null ? body.texts[rest].descr : undefined } = body.texts[locale];
    const content: WrittenContent = {
      ...body.texts[locale],
      descr,
      ...read,
      ...(isFirst && { ...body.common, imageUrl, imageUrls, videoUrl, modelUrl, related }),
    };
    const arrived: Arrived[] = fileColumns
      .filter(({ field, ...column }) => field && (column.locale === null ? isFirst : column.locale === locale))
      .flatMap(({ name }) => prepared.arrived.get(name) ?? []);
    removed.push(...(await writeRest(context, db, { id, locale, content, arrived })));
  }
  return removed;
}

/** @param written `uuid/major/minor`, and a range if it has one */
function beaconOf(written: string): Beacon {
  const [uuid = '', major, minor, range = null] = written.toLowerCase().split('/');
  return { uuid, major: Number(major), minor: Number(minor), range: range as Beacon['range'] };
}

/** @returns the deleted files */
async function writeTriggers({ db }: ImportWrite, prepared: PreparedRow, id: number, ids: Ids) {
  const { body } = prepared.row;
  if (body.markers === undefined && body.beacon === undefined && body.place === undefined) return [];
  const stored = prepared.stored.filter(({ kind }) => kind === 'marker');
  const arrived = prepared.arrived.get('markers');
  const isKept = !arrived && body.markers?.length !== 0 && body.markers !== null;
  const added = (arrived ?? []).map((file, position) => ({
    ...file.fields,
    id: file.id,
    contentId: id,
    kind: file.kind,
    position,
  }));
  const removed = isKept ? [] : stored;
  await contents.saveFiles(db, { removed: removed.map((file) => file.id), changed: [], added });
  await store.saveTriggers(db, id, {
    markers: (isKept ? stored : added).map((file) => file.id),
    placeId: body.place ? (ids.get(body.place) ?? null) : null,
    beacon: typeof body.beacon === 'string' ? beaconOf(body.beacon) : body.beacon,
  });
  return removed;
}

/** Writes the row itself; a part takes the visibility of the whole. @param now creation time of new ones. @returns its id */
async function writeRow(
  { db, owner }: ImportWrite,
  { row, id, digest }: PreparedRow,
  written: WrittenContent,
  now: Date,
): Promise<number> {
  const columns = await columnsOf(db, owner, written);
  const before = id === null ? undefined : await contents.findOwn(db, owner.companyId, id);
  const groupId = columns.groupId === undefined ? before?.groupId : columns.groupId;
  const whole = groupId ? await contents.findOwn(db, owner.companyId, groupId) : undefined;
  const content = { ...withGroupVisibility(columns, whole), importKey: row.body.key, importDigest: digest };
  if (id === null)
    return await contents.insertContent(db, {
      companyId: owner.companyId,
      date: now,
      ctnView: 1,
      visibility: 'company',
      ...content,
    });
  await contents.saveContent(db, id, content);
  if (content.visibility) await contents.showParts(db, id);
  return id;
}

/** Writes new and changed contents. @param parts the keys of those that are parts. @returns the files without a reference */
export async function writeContents(
  given: ImportWrite,
  changed: readonly PreparedRow[],
  { parts, ...named }: Named & { readonly parts: ReadonlySet<string> },
) {
  const ids = idsOf(given.known.contents);
  const isPart = ({ row }: PreparedRow) => parts.has(row.body.key);
  // One time for all, so that lists show them in the order of the file.
  const now = given.context.clock.now();
  // A part is written after the whole, whose visibility it takes.
  for (const one of [...changed.filter((row) => !isPart(row)), ...changed.filter(isPart)])
    ids.set(one.row.body.key, await writeRow(given, one, fieldsOf(one, named, ids), now));
  const removed: contents.StoredFile[] = [];
  for (const one of changed) {
    const { key, related } = one.row.body;
    const id = ids.get(key) ?? 0;
    const relatedIds = related === undefined ? undefined : (related ?? []).map((other) => ids.get(other) ?? 0);
    removed.push(
      ...(await writeAround(given, one, id, relatedIds)),
      ...(await writeTriggers(given, one, id, ids)),
      ...(await writeItems(given.db, one, id, ids)),
      ...(await writeViews(given, one, id, ids)),
    );
  }
  const written = changed.map((one) => ids.get(one.row.body.key) ?? 0);
  await showContents(given.db, now, written);
  return removed;
}
