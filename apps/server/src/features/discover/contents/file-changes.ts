/** Computes how the files of a content change with a written content. */
import { createHash } from 'node:crypto';
import { GALLERY_MAX, type Language, type WrittenContent } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { bytesOf, checkFile } from './files';
import { blobKeyOf } from './media';
import { makePicture } from './pictures';
import type { NewFile, StoredFile } from './writing-store';

type Kind = StoredFile['kind'];
type FileFields = Omit<NewFile, 'id' | 'contentId' | 'kind' | 'locale' | 'position'>;

/** A received file: its row and its bytes. */
export interface Arrived {
  readonly id: string;
  readonly kind: Kind;
  readonly fields: FileFields;
  readonly blobs: readonly { readonly key: string; readonly bytes: Uint8Array }[];
}

/** Identifies a file that is sent again. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

const plainFields = {
  video: 'videoBase64',
  attchm: 'attchmBase64',
  audio: 'audioBase64',
  model: 'modelBase64',
} as const;

/** Reads and validates all received files before anything is stored. @throws ApiError naming the field */
export async function readFiles({ random, settings }: Context, written: WrittenContent): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  const read = (field: string, base64: string) => bytesOf(field, base64, settings.maxFileBytes);
  for (const [kind, field] of Object.entries(plainFields) as [keyof typeof plainFields, keyof WrittenContent][]) {
    const base64 = written[field];
    if (typeof base64 !== 'string') continue;
    const bytes = read(field, base64);
    const ending = checkFile(kind, field, bytes);
    const id = random.id();
    const blobs = [{ key: blobKeyOf(id, `file.${ending}`), bytes }];
    arrived.push({ id, kind, fields: { ending, digest: digestOf(bytes) }, blobs });
  }
  const pictures = [
    ...(written.imageBase64 === undefined ? [] : [['image', 'imageBase64', written.imageBase64] as const]),
    ...(written.imagesBase64 ?? []).map((base64) => ['gallery', 'imagesBase64', base64] as const),
  ];
  for (const [kind, field, base64] of pictures) {
    const bytes = read(field, base64);
    const { parts, ...fields } = await makePicture(field, bytes);
    const id = random.id();
    const blobs = parts.map((one) => ({ key: blobKeyOf(id, one.part), bytes: one.bytes }));
    arrived.push({ id, kind, fields: { ...fields, digest: digestOf(bytes) }, blobs });
  }
  return arrived;
}

const idIn = (url: string): string | null => /^\/media\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? null;

const urlFields = {
  image: 'imageUrl',
  video: 'videoUrl',
  attchm: 'attchmUrl',
  audio: 'audioUrl',
  model: 'modelUrl',
} as const;

interface FileUpdate {
  readonly contentId: number;
  readonly locale: Language;
  readonly written: WrittenContent;
  readonly arrived: readonly Arrived[];
  readonly stored: readonly StoredFile[];
  readonly newId: () => string;
}

/** Attachments and audio have the language in which they were written. */
const isInLanguage = (kind: Kind) => kind === 'attchm' || kind === 'audio';

/** The files that a new one of the kind replaces: in its language, or all of them if the kind has none. */
function replacedBy(kind: Kind, { stored, locale }: FileUpdate): StoredFile[] {
  const those = stored.filter((file) => file.kind === kind);
  const here = those.filter((file) => file.locale === locale || file.locale === null);
  return here.length > 0 ? here : those;
}

/** @throws ApiError `invalidInput` if a URL of this server is not that of a file of the content */
export function changesOf(given: FileUpdate) {
  const { contentId, locale, written, arrived, stored, newId } = given;
  const removed: string[] = [];
  const added: NewFile[] = [];
  for (const [kind, field] of Object.entries(urlFields) as [
    keyof typeof urlFields,
    (typeof urlFields)[keyof typeof urlFields],
  ][]) {
    const file = arrived.find((one) => one.kind === kind);
    const url = written[field];
    const ofKind = stored.filter((one) => one.kind === kind);
    if (!file && (url === undefined || (url !== null && isStored(ofKind, field, url)))) continue;
    const isNew = file !== undefined || url !== null;
    const before = replacedBy(kind, given);
    // A file in the other language stays when one in this language is added.
    removed.push(
      ...before.filter((one) => !isNew || !isInLanguage(kind) || one.locale !== other(locale)).map(({ id }) => id),
    );
    if (!isNew) continue;
    const names = kind === 'attchm' ? { name: written.attchmName ?? null, descr: written.attchmDescr ?? null } : {};
    const fields = file ? { id: file.id, ...file.fields } : { id: newId(), url };
    added.push({ contentId, kind, locale: isInLanguage(kind) ? locale : null, ...names, ...fields });
  }
  const gallery = galleryOf(given);
  return {
    removed: [...removed, ...gallery.removed],
    changed: [...gallery.changed, ...renamed(given, added)],
    added: [...added, ...gallery.added],
  };
}

const other = (locale: Language): Language => (locale === 'en' ? 'it' : 'en');

function isStored(stored: readonly StoredFile[], field: string, url: string): boolean {
  const id = idIn(url);
  if (id === null) return stored.some((file) => file.url === url);
  if (!stored.some((file) => file.id === id)) throw new ApiError('invalidInput', field);
  return true;
}

/** The attachment that stays, under its new name. */
function renamed(given: FileUpdate, added: readonly NewFile[]): StoredFile[] {
  const { attchmName, attchmDescr, attchmUrl } = given.written;
  const stays = attchmUrl !== null && !added.some(({ kind }) => kind === 'attchm');
  if (!stays || (attchmName === undefined && attchmDescr === undefined)) return [];
  const names = {
    ...(attchmName !== undefined && { name: attchmName }),
    ...(attchmDescr !== undefined && { descr: attchmDescr }),
  };
  return replacedBy('attchm', given).map((file) => ({ ...file, ...names }));
}

/** Files whose URLs are given stay, in that order; received ones are last. @throws ApiError `invalidInput` */
function galleryOf({ contentId, written, arrived, stored, newId }: FileUpdate) {
  const before = stored.filter(({ kind }) => kind === 'gallery');
  const urls = written.imageUrls;
  const remaining = urls?.map((url) =>
    before.find((file) => (idIn(url) === null ? file.url === url : file.id === idIn(url))),
  );
  const changed = remaining?.flatMap((file, position) => (file ? [{ ...file, position }] : [])) ?? [];
  const fresh = (urls ?? []).flatMap((url, position): NewFile[] => {
    if (remaining?.[position]) return [];
    if (idIn(url) !== null) throw new ApiError('invalidInput', 'imageUrls');
    return [{ id: newId(), contentId, kind: 'gallery', position, url }];
  });
  const start = urls?.length ?? Math.max(-1, ...before.map(({ position }) => position)) + 1;
  const pictures = arrived
    .filter(({ kind }) => kind === 'gallery')
    .map(({ id, fields }, index): NewFile => ({ id, contentId, kind: 'gallery', position: start + index, ...fields }));
  const count = (remaining ?? before).length + pictures.length;
  if (pictures.length > 0 && count > GALLERY_MAX) throw new ApiError('invalidInput', 'imagesBase64');
  const staying = new Set(changed.map(({ id }) => id));
  const removed = urls === undefined ? [] : before.filter(({ id }) => !staying.has(id)).map(({ id }) => id);
  return { removed, changed, added: [...fresh, ...pictures] };
}
