/** Editing: a content as its editors read it, and who is editing. For operators and admins of the owning company. */
import type { BrandsAndSkins, EditableContent, EditedPart, Language } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { requireAdmin } from '../../../../http/guards';
import type { Caller, Principal } from '../../../../http/principal';
import { createAddresses, createSigner } from '../media';
import { previewerOf, requireEditor } from '../policy';
import { itemsOf } from '../service';
import { findFiles, findOwn, lockContent, type StoredFile } from '../writing-store';
import * as store from './store';

/** Longer than two reports of a page, so that one may be lost. */
const EDITING_MS = 60_000;

/** @throws ApiError `notAllowed`, `notFound` */
async function requireOwn(db: Queries, principal: Caller, contentId: number) {
  requireEditor(principal);
  const own = await findOwn(db, principal.companyId, contentId);
  if (!own) throw new ApiError('notFound');
  return own;
}

/** The file of a language, or the one for all languages. */
const fileIn = (files: readonly StoredFile[], kind: StoredFile['kind'], locale: Language) => {
  const those = files.filter((file) => file.kind === kind);
  return those.find((file) => file.locale === locale) ?? those.find((file) => file.locale === null);
};

/** If somebody writes meanwhile, it may have something of the newer version: saving it is refused then, and it is read again. */
export async function getEditableContent(
  context: Context,
  principal: Caller,
  contentId: number,
): Promise<EditableContent> {
  const { db } = context;
  const own = await requireOwn(db, principal, contentId);
  const [texts, files, related, [item]] = await Promise.all([
    store.findTexts(db, contentId),
    findFiles(db, contentId),
    store.findRelated(db, contentId),
    itemsOf(context, previewerOf(principal), { ids: [contentId], locale: 'en' }),
  ]);
  if (!item) throw new ApiError('notFound');
  const addresses = createAddresses(own.visibility === 'public' && own.isShown ? null : createSigner(context));
  const textsIn = (locale: Language) => {
    const stored = texts.get(locale);
    if (!stored) return null;
    const attchm = fileIn(files, 'attchm', locale);
    const audio = fileIn(files, 'audio', locale);
    return {
      ...stored,
      attchmUrl: attchm ? addresses.of(attchm) : null,
      attchmName: attchm?.name ?? null,
      attchmDescr: attchm?.descr ?? null,
      audioUrl: audio ? addresses.of(audio) : null,
    };
  };
  const { version, writeKey, skinId } = own;
  return { id: contentId, version, writeKey, texts: { en: textsIn('en'), it: textsIn('it') }, item, skinId, related };
}

/** @throws ApiError `notAllowed` */
export async function listBrandsAndSkins({ db }: Context, principal: Caller): Promise<BrandsAndSkins> {
  requireEditor(principal);
  return await store.findBrandsAndSkins(db, principal.companyId);
}

/** Says that the user is editing, or not any more. @returns the names of the others who are */
async function recordEditing(
  { clock }: Pick<Context, 'clock'>,
  db: Queries,
  { place, contactId, isOver }: { place: store.EditedPlace; contactId: string; isOver: boolean },
): Promise<string[]> {
  const now = clock.now();
  const editing = { place, contactId, now };
  await store.saveEditor(db, { ...editing, until: isOver ? null : new Date(now.getTime() + EDITING_MS) });
  return await store.findOthers(db, editing);
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function reportEditing(
  context: Context,
  principal: Principal,
  { contentId, isOver }: { readonly contentId: number; readonly isOver: boolean },
): Promise<{ readonly version: number; readonly others: string[] }> {
  requireEditor(principal);
  const { companyId, contactId } = principal;
  return await context.db.transaction(async (transaction) => {
    const own = await lockContent(transaction, companyId, contentId, 'key share');
    if (!own) throw new ApiError('notFound');
    const others = await recordEditing(context, transaction, { place: { contentId }, contactId, isOver });
    return { version: own.version, others };
  });
}

/** @throws ApiError `notAllowed` */
export async function reportPartEditing(
  context: Context,
  principal: Principal,
  { part, isOver }: { readonly part: EditedPart; readonly isOver: boolean },
): Promise<{ readonly others: string[] }> {
  requireAdmin(principal);
  const { companyId, contactId } = principal;
  const place = { companyId, part };
  return {
    others: await context.db.transaction((transaction) =>
      recordEditing(context, transaction, { place, contactId, isOver }),
    ),
  };
}
