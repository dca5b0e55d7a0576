/** What the admins of a company set: how others see it, its products, and the brands and skins of its contents. */
import {
  BRANDS_MAX,
  type CallArguments,
  type changeBrand as changeBrandCall,
  type changeCompany as changeCompanyCall,
  type changeProduct as changeProductCall,
  type changeSkin as changeSkinCall,
  type CompanySettings,
  type createBrand as createBrandCall,
  type createProduct as createProductCall,
  type createSkin as createSkinCall,
  type deleteBrand as deleteBrandCall,
  type deleteProduct as deleteProductCall,
  type deleteSkin as deleteSkinCall,
  hasContrast,
  PRODUCTS_MAX,
  SKINS_MAX,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { ownsSite } from '../../operations/site';
import { change, changeWithPicture, deleteOwn, read } from './change';
import * as store from './store';

const found = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new ApiError('notFound');
  return value;
};

/** @throws ApiError `notAllowed` */
export async function getSettings(context: Context, principal: Principal): Promise<CompanySettings> {
  requireAdmin(principal);
  return await read(context, principal.companyId);
}

/** @throws ApiError as `changeWithPicture` does */
export async function changeCompany(
  context: Context,
  principal: Principal,
  { basedOn, name, leadParts, imageBase64, removesImage }: CallArguments<typeof changeCompanyCall>,
): Promise<CompanySettings> {
  const { companyId } = principal;
  const picture = { ownerId: companyId, imageBase64, removesImage };
  return await changeWithPicture(context, { principal, basedOn, ...picture }, async (db, logoUrl) => ({
    action: 'companyChanged' as const,
    name,
    formerUrl: await store.saveCompany(db, companyId, {
      name,
      ...(leadParts && { leadParts: [...new Set(leadParts)] }),
      ...(logoUrl !== undefined && { logoUrl }),
    }),
  }));
}

type Product = Omit<CallArguments<typeof createProductCall>, 'basedOn' | 'imageBase64' | 'removesImage'>;

/** A product without a description or without a text in Italian has none, instead of an empty one. */
const stored = ({ code, name, description, nameIt, descriptionIt }: Product) => ({
  code,
  name,
  description: description || null,
  nameIt: nameIt ?? null,
  descriptionIt: descriptionIt || null,
});

/** @throws ApiError as `changeWithPicture` does; `conflict` if there are as many as there may be, or one with the same code */
export async function createProduct(
  context: Context,
  principal: Principal,
  { basedOn, imageBase64, removesImage, ...product }: CallArguments<typeof createProductCall>,
): Promise<CompanySettings> {
  const { companyId } = principal;
  const id = context.random.id();
  const from = { principal, basedOn, ownerId: id, imageBase64, removesImage };
  return await changeWithPicture(context, from, async (db, imageUrl) => {
    const row = { id, companyId, ...stored(product), imageUrl: imageUrl ?? null };
    if (!(await store.addProduct(db, row, PRODUCTS_MAX))) throw new ApiError('conflict', 'code');
    return { action: 'created', name: product.name, formerUrl: null };
  });
}

/** @throws ApiError as `changeWithPicture` does; `notFound`; `conflict` if another one has the same code */
export async function changeProduct(
  context: Context,
  principal: Principal,
  { productId: id, basedOn, imageBase64, removesImage, ...product }: CallArguments<typeof changeProductCall>,
): Promise<CompanySettings> {
  requireAdmin(principal);
  const place = { id, companyId: principal.companyId };
  found(await store.findProduct(context.db, place));
  const from = { principal, basedOn, ownerId: id, imageBase64, removesImage };
  return await changeWithPicture(context, from, async (db, imageUrl) => {
    const before = found(await store.findProduct(db, place));
    if (await store.hasCode(db, place, product.code)) throw new ApiError('conflict', 'code');
    await store.saveProduct(db, place, { ...stored(product), ...(imageUrl !== undefined && { imageUrl }) });
    return { action: 'changed', name: product.name, formerUrl: before.imageUrl };
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `settingsChanged` */
export async function deleteProduct(
  context: Context,
  principal: Principal,
  { productId: id, basedOn }: CallArguments<typeof deleteProductCall>,
): Promise<CompanySettings> {
  const former: (string | null)[] = [];
  const settings = await change(context, { principal, basedOn }, async (db) => {
    const { name, imageUrl } = found(await store.deleteProduct(db, { id, companyId: principal.companyId }));
    former.push(imageUrl);
    return { action: 'deleted', name };
  });
  await deleteOwn(context, id, former);
  return settings;
}

/**
 * The brand of a contact request decides who reads it: so a company takes neither the name of another one's brand nor that of the site.
 * @throws ApiError `conflict`
 */
async function requireOwnName(context: Context, db: Queries, companyId: string, name: string): Promise<void> {
  const isOfSite = name === context.brand.contactBrand && !(await ownsSite(context, companyId));
  if (isOfSite || (await store.isOfOthers(db, companyId, name))) throw new ApiError('conflict', 'name');
}

/** @throws ApiError `notAllowed`, `settingsChanged`, `conflict` if there are as many as there may be, or the name is another company's */
export async function createBrand(
  context: Context,
  principal: Principal,
  { basedOn, name }: CallArguments<typeof createBrandCall>,
): Promise<CompanySettings> {
  return await change(context, { principal, basedOn }, async (db) => {
    if (!(await store.addBrand(db, { companyId: principal.companyId, name }, BRANDS_MAX)))
      throw new ApiError('conflict');
    await requireOwnName(context, db, principal.companyId, name);
    return { action: 'created', name };
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `settingsChanged`, `conflict` if the name is another company's */
export async function changeBrand(
  context: Context,
  principal: Principal,
  { brandId: id, basedOn, name }: CallArguments<typeof changeBrandCall>,
): Promise<CompanySettings> {
  return await change(context, { principal, basedOn }, async (db) => {
    const before = found(await store.findBrand(db, { id, companyId: principal.companyId }));
    await store.saveBrand(db, { id, companyId: principal.companyId }, name);
    if (before.name !== name) await requireOwnName(context, db, principal.companyId, name);
    return { action: 'changed', name };
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `settingsChanged`, `inUse` */
export async function deleteBrand(
  context: Context,
  principal: Principal,
  { brandId: id, basedOn }: CallArguments<typeof deleteBrandCall>,
): Promise<CompanySettings> {
  return await change(context, { principal, basedOn }, async (db) => {
    const { name } = found(await store.deleteBrand(db, { id, companyId: principal.companyId }));
    return { action: 'deleted', name };
  });
}

type Skin = Omit<CallArguments<typeof createSkinCall>, 'basedOn'>;

/** @throws ApiError `contrastTooLow` */
function requireReadable({ hdBgColor, hdFontColor }: Skin): void {
  if (!hasContrast(hdBgColor, hdFontColor)) throw new ApiError('contrastTooLow', 'hdFontColor');
}

const nameOf = ({ hdBgColor, hdFontColor }: Pick<Skin, 'hdBgColor' | 'hdFontColor'>) => `${hdBgColor} / ${hdFontColor}`;

/** @throws ApiError `notAllowed`, `settingsChanged`, `contrastTooLow`, `conflict` if there are as many as there may be */
export async function createSkin(
  context: Context,
  principal: Principal,
  { basedOn, ...skin }: CallArguments<typeof createSkinCall>,
): Promise<CompanySettings> {
  return await change(context, { principal, basedOn }, async (db) => {
    requireReadable(skin);
    if (!(await store.addSkin(db, { companyId: principal.companyId, ...skin }, SKINS_MAX)))
      throw new ApiError('conflict');
    return { action: 'created', name: nameOf(skin) };
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `settingsChanged`, `contrastTooLow` */
export async function changeSkin(
  context: Context,
  principal: Principal,
  { skinId: id, basedOn, ...skin }: CallArguments<typeof changeSkinCall>,
): Promise<CompanySettings> {
  return await change(context, { principal, basedOn }, async (db) => {
    requireReadable(skin);
    found(await store.saveSkin(db, { id, companyId: principal.companyId }, skin));
    return { action: 'changed', name: nameOf(skin) };
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `settingsChanged`, `inUse` */
export async function deleteSkin(
  context: Context,
  principal: Principal,
  { skinId: id, basedOn }: CallArguments<typeof deleteSkinCall>,
): Promise<CompanySettings> {
  return await change(context, { principal, basedOn }, async (db) => {
    const skin = found(await store.deleteSkin(db, { id, companyId: principal.companyId }));
    return { action: 'deleted', name: nameOf(skin) };
  });
}
