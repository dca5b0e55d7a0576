/** All SQL of what a company sets. Whoever writes holds the lock of `lockVersion`. */
import type { CompanySettings, LeadPart } from '@earth/contracts';
import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { brands, companies, contents, products, skins } from '../../../db/schema';
import { ApiError } from '../../../http/api-error';

interface Place<Id> {
  readonly id: Id;
  readonly companyId: string;
}

/** `no key update`: who writes contents may still refer to the company. */
export async function lockVersion(db: Queries, companyId: string): Promise<number | undefined> {
  const select = db.select({ version: companies.settingsVersion }).from(companies);
  const [row] = await select.where(eq(companies.id, companyId)).for('no key update');
  return row?.version;
}

export async function findVersion(db: Queries, companyId: string): Promise<number | undefined> {
  const select = db.select({ version: companies.settingsVersion }).from(companies);
  return (await select.where(eq(companies.id, companyId)))[0]?.version;
}

export async function raiseVersion(db: Queries, companyId: string): Promise<void> {
  await db
    .update(companies)
    .set({ settingsVersion: sql`${companies.settingsVersion} + 1` })
    .where(eq(companies.id, companyId));
}

export async function readSettings(db: Queries, companyId: string): Promise<Omit<CompanySettings, 'ownsSite'>> {
  const { id, code, name, imageUrl, description, nameIt, descriptionIt } = products;
  const [rows, ofProducts, ofBrands, ofSkins] = await Promise.all([
    db.select().from(companies).where(eq(companies.id, companyId)),
    db
      .select({ id, code, name, imageUrl, description, nameIt, descriptionIt })
      .from(products)
      .where(eq(products.companyId, companyId))
      .orderBy(asc(products.position), asc(products.name)),
    db
      .select({ id: brands.id, name: brands.name, contents: count(contents.id) })
      .from(brands)
      .leftJoin(contents, eq(contents.brandId, brands.id))
      .where(eq(brands.companyId, companyId))
      .groupBy(brands.id)
      .orderBy(asc(brands.name), asc(brands.id)),
    db
      .select({
        id: skins.id,
        hdBgColor: skins.hdBgColor,
        hdFontColor: skins.hdFontColor,
        imageType: skins.imageType,
        contents: count(contents.id),
      })
      .from(skins)
      .leftJoin(contents, eq(contents.skinId, skins.id))
      .where(eq(skins.companyId, companyId))
      .groupBy(skins.id)
      .orderBy(asc(skins.id)),
  ]);
  const [company] = rows;
  if (!company) throw new ApiError('notFound');
  return {
    version: company.settingsVersion,
    code: company.code,
    name: company.name,
    logoUrl: company.logoUrl,
    leadParts: [...company.leadParts],
    products: ofProducts,
    brands: ofBrands,
    skins: ofSkins,
  };
}

/** @returns the URL of the picture that was there before */
export async function saveCompany(
  db: Queries,
  companyId: string,
  changed: { readonly name: string; readonly leadParts?: LeadPart[]; readonly logoUrl?: string | null },
): Promise<string | null> {
  const isIt = eq(companies.id, companyId);
  const [before] = await db.select({ url: companies.logoUrl }).from(companies).where(isIt);
  await db.update(companies).set(changed).where(isIt);
  return before?.url ?? null;
}

/** Whether a picture is that of a company or of a product. */
export async function isNamed(db: Queries, url: string): Promise<boolean> {
  const ofCompanies = await db.$count(companies, eq(companies.logoUrl, url));
  return ofCompanies > 0 || (await db.$count(products, eq(products.imageUrl, url))) > 0;
}

type ProductRow = typeof products.$inferSelect;

const isProduct = ({ id, companyId }: Place<string>) => and(eq(products.id, id), eq(products.companyId, companyId));

export async function findProduct(db: Queries, place: Place<string>): Promise<ProductRow | undefined> {
  return (await db.select().from(products).where(isProduct(place)))[0];
}

/** Whether another product of the company has this code. */
export async function hasCode(db: Queries, { id, companyId }: Place<string>, code: string): Promise<boolean> {
  return (
    (await db.$count(products, and(eq(products.companyId, companyId), eq(products.code, code), ne(products.id, id)))) >
    0
  );
}

/** Adds it at the end. @returns whether it was: not if there are `most`, or one with the same code */
export async function addProduct(db: Queries, row: Omit<ProductRow, 'position'>, most: number): Promise<boolean> {
  const isTheirs = eq(products.companyId, row.companyId);
  if ((await db.$count(products, isTheirs)) >= most) return false;
  const position = sql`(select coalesce(max(position) + 1, 0) from products where company_id = ${row.companyId})`;
  const added = await db
    .insert(products)
    .values({ ...row, position })
    .onConflictDoNothing()
    .returning({ id: products.id });
  return added.length > 0;
}

export async function saveProduct(
  db: Queries,
  place: Place<string>,
  changed: Omit<ProductRow, 'id' | 'companyId' | 'imageUrl' | 'position'> & { readonly imageUrl?: string | null },
): Promise<void> {
  await db.update(products).set(changed).where(isProduct(place));
}

export async function deleteProduct(db: Queries, place: Place<string>): Promise<ProductRow | undefined> {
  return (await db.delete(products).where(isProduct(place)).returning())[0];
}

const isBrand = ({ id, companyId }: Place<number>) => and(eq(brands.id, id), eq(brands.companyId, companyId));
const isSkin = ({ id, companyId }: Place<number>) => and(eq(skins.id, id), eq(skins.companyId, companyId));

/** @returns whether it was added: not if there are `most` */
export async function addBrand(db: Queries, row: typeof brands.$inferInsert, most: number): Promise<boolean> {
  if ((await db.$count(brands, eq(brands.companyId, row.companyId))) >= most) return false;
  await db.insert(brands).values(row);
  return true;
}

export async function findBrand(db: Queries, place: Place<number>): Promise<{ name: string } | undefined> {
  return (await db.select({ name: brands.name }).from(brands).where(isBrand(place)))[0];
}

export async function saveBrand(db: Queries, place: Place<number>, name: string): Promise<void> {
  await db.update(brands).set({ name }).where(isBrand(place));
}

/** Whether another company has a brand of this name. After the own one was written, so that of two companies at once one sees the other's. */
export async function isOfOthers(db: Queries, companyId: string, name: string): Promise<boolean> {
  return (await db.$count(brands, and(eq(brands.name, name), ne(brands.companyId, companyId)))) > 0;
}

/** Deleted contents count too: they can be brought back. @throws ApiError `inUse` */
export async function deleteBrand(db: Queries, place: Place<number>): Promise<{ name: string } | undefined> {
  const isUsed = and(eq(contents.companyId, place.companyId), eq(contents.brandId, place.id));
  if ((await db.$count(contents, isUsed)) > 0) throw new ApiError('inUse');
  return (await db.delete(brands).where(isBrand(place)).returning({ name: brands.name }))[0];
}

type SkinRow = Pick<typeof skins.$inferSelect, 'hdBgColor' | 'hdFontColor' | 'imageType'>;

/** @returns whether it was added: not if there are `most` */
export async function addSkin(db: Queries, row: SkinRow & { companyId: string }, most: number): Promise<boolean> {
  if ((await db.$count(skins, eq(skins.companyId, row.companyId))) >= most) return false;
  await db.insert(skins).values(row);
  return true;
}

export async function saveSkin(db: Queries, place: Place<number>, changed: SkinRow): Promise<number | undefined> {
  return (await db.update(skins).set(changed).where(isSkin(place)).returning({ id: skins.id }))[0]?.id;
}

/** Deleted contents count too: they can be brought back. @throws ApiError `inUse` */
export async function deleteSkin(db: Queries, place: Place<number>): Promise<SkinRow | undefined> {
  const isUsed = and(eq(contents.companyId, place.companyId), eq(contents.skinId, place.id));
  if ((await db.$count(contents, isUsed)) > 0) throw new ApiError('inUse');
  return (await db.delete(skins).where(isSkin(place)).returning())[0];
}
