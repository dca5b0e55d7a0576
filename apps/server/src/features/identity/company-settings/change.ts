/** One change of a company's settings: made from the version that is stored, logged, and without a file left behind. */
import { type ChangeAction, COMPANY_PICTURE_BYTES_MAX, type CompanySettings } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { deleteAsset, storeAsset } from '../../assets';
import { bytesOf, largestOf } from '../../discover/contents';
import { ownsSite } from '../../operations/site';
import { logChange } from '../people';
import * as store from './store';

export interface From {
  readonly principal: Principal;
  /** The version that the change was made from. */
  readonly basedOn: number;
}

export interface Changed {
  readonly action: ChangeAction;
  /** What was changed, for the log. */
  readonly name: string;
}

export async function read(context: Context, companyId: string): Promise<CompanySettings> {
  const [settings, isOwner] = await Promise.all([
    store.readSettings(context.db, companyId),
    ownsSite(context, companyId),
  ]);
  return { ...settings, ownsSite: isOwner };
}

/** @throws ApiError `notAllowed`, `settingsChanged`, and what `act` throws: then nothing is written */
export async function change(
  context: Context,
  { principal, basedOn }: From,
  act: (transaction: Queries) => Promise<Changed>,
): Promise<CompanySettings> {
  requireAdmin(principal);
  const { clock, db } = context;
  const { companyId } = principal;
  await db.transaction(async (transaction) => {
    if ((await store.lockVersion(transaction, companyId)) !== basedOn) throw new ApiError('settingsChanged');
    const { action, name } = await act(transaction);
    await store.raiseVersion(transaction, companyId);
    await logChange(transaction, { by: principal, at: clock.now(), action, subject: { name } });
  });
  return await read(context, companyId);
}

interface NewPicture {
  /** Whose picture it is: equal ones of two owners are two files. */
  readonly ownerId: string;
  /** Without both, the picture stays as it is. */
  readonly imageBase64: string | undefined;
  readonly removesImage: boolean | undefined;
}

/** The same with a picture. `act` gets its new URL, null for none any more, or undefined for as it is, and returns the former one, whose file is deleted. */
export async function changeWithPicture(
  context: Context,
  from: From & NewPicture,
  act: (
    transaction: Queries,
    url: string | null | undefined,
  ) => Promise<Changed & { readonly formerUrl: string | null }>,
): Promise<CompanySettings> {
  const { principal, basedOn, ownerId } = from;
  requireAdmin(principal);
  const { db } = context;
  // Before the picture is decoded, which takes long.
  if ((await store.findVersion(db, principal.companyId)) !== basedOn) throw new ApiError('settingsChanged');
  const url = await pictureUrl(context, from);
  const former: string[] = [];
  try {
    const settings = await change(context, from, async (transaction) => {
      const { formerUrl, ...changed } = await act(transaction, url);
      if (formerUrl !== null && url !== undefined && formerUrl !== url) former.push(formerUrl);
      return changed;
    });
    await deleteOwn(context, ownerId, former);
    return settings;
  } catch (error) {
    if (url && !(await store.isNamed(db, url))) await deleteAsset(context, url);
    throw error;
  }
}

async function pictureUrl(context: Context, picture: NewPicture): Promise<string | null | undefined> {
  const { ownerId, imageBase64, removesImage } = picture;
  if (imageBase64 === undefined) return removesImage ? null : undefined;
  const bytes = await largestOf('imageBase64', bytesOf('imageBase64', imageBase64, COMPANY_PICTURE_BYTES_MAX));
  return await storeAsset(context, { kind: 'pictures', ending: 'webp', bytes, ownerId });
}

/** Only pictures that were stored here have their owner in their name; others may be used elsewhere. */
export async function deleteOwn(context: Context, ownerId: string, urls: readonly (string | null)[]): Promise<void> {
  for (const url of urls) if (url?.includes(`/${ownerId}-`)) await deleteAsset(context, url);
}
