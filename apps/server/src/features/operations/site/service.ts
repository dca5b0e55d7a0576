/** What the admins of the site's company set for all visitors: logo, landing image, colours. */
import {
  type BrandColours,
  type CallArguments,
  type changeSite as changeCall,
  SITE_PICTURE_BYTES_MAX,
  type SiteSettings,
  unreadableOf,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { deleteAsset, storeAsset } from '../../assets';
import { bytesOf, largestOf } from '../../discover/contents';
import { logChange } from '../../identity/people';
import { requireSiteAdmin } from './policy';
import * as store from './store';

async function read({ brand, db }: Context): Promise<SiteSettings> {
  const found = await store.findSiteWithName(db);
  const { row } = found ?? {};
  return {
    version: row?.version ?? 0,
    changedBy: found?.by ?? null,
    changedAt: row?.at.toISOString() ?? null,
    logoUrl: row?.logoUrl ?? null,
    landingUrl: row?.landingUrl ?? null,
    colors: row?.colors ?? null,
    standard: { logoUrl: brand.logoUrl, landingUrl: brand.coverUrl, colors: brand.colors },
  };
}

/** @throws ApiError `notAllowed` */
export async function getSite(context: Context, principal: Principal): Promise<SiteSettings> {
  await requireSiteAdmin(context, principal);
  return await read(context);
}

/** @throws ApiError `contrastTooLow` naming the colour */
function requireReadable(colours: BrandColours): void {
  const name = unreadableOf(colours);
  if (name !== null) throw new ApiError('contrastTooLow', name);
}

/** Of a picture of the site: a new one, none any more, or the one that was there. */
interface PictureChange {
  readonly field: 'logoBase64' | 'landingBase64';
  readonly base64: string | undefined;
  readonly isRemoved: boolean | undefined;
  readonly before: string | null;
}

/** Files of former versions stay: they are few, and a page may still show one. */
async function pictureUrl(context: Context, { field, base64, isRemoved, before }: PictureChange) {
  if (base64 === undefined) return isRemoved ? null : before;
  const bytes = await largestOf(field, bytesOf(field, base64, SITE_PICTURE_BYTES_MAX));
  // With an owner: a new one each time, so that a refused change deletes no file that is in use.
  const ownerId = context.random.id();
  return await storeAsset(context, { kind: 'pictures', ending: 'webp', bytes, ownerId });
}

/** @throws ApiError `notAllowed`, `settingsChanged`, `contrastTooLow`, or one about a picture: then nothing is written */
export async function changeSite(
  context: Context,
  principal: Principal,
  { basedOn, colors, removesColors, ...pictures }: CallArguments<typeof changeCall>,
): Promise<SiteSettings> {
  await requireSiteAdmin(context, principal);
  const { clock, db } = context;
  const { contactId } = principal;
  const before = await store.findSite(db);
  if ((before?.version ?? 0) !== basedOn) throw new ApiError('settingsChanged');
  if (colors) requireReadable(colors);
  const made: string[] = [];
  const urlOf = async (change: PictureChange) => {
    const url = await pictureUrl(context, change);
    if (url !== null && url !== change.before) made.push(url);
    return url;
  };
  try {
    const { logoBase64, removesLogo, landingBase64, removesLanding } = pictures;
    const [logo, landing] = [before?.logoUrl ?? null, before?.landingUrl ?? null];
    const row = {
      version: basedOn + 1,
      contactId,
      at: clock.now(),
      logoUrl: await urlOf({ field: 'logoBase64', base64: logoBase64, isRemoved: removesLogo, before: logo }),
      landingUrl: await urlOf({
        field: 'landingBase64',
        base64: landingBase64,
        isRemoved: removesLanding,
        before: landing,
      }),
      colors: colors ?? (removesColors ? null : (before?.colors ?? null)),
    };
    await db.transaction(async (transaction) => {
      if (!(await store.addSite(transaction, row))) throw new ApiError('settingsChanged');
      const subject = { name: context.brand.title };
      await logChange(transaction, { by: principal, at: row.at, action: 'siteChanged', subject });
    });
  } catch (error) {
    for (const url of made) await deleteAsset(context, url);
    throw error;
  }
  return await read(context);
}
