/** The SQL of what visitors find on a new server. */
import { ContentView, languages } from '@earth/contracts';
import type { Queries } from '../../db/database';
import {
  brands,
  categories,
  categoryTexts,
  contentDetails,
  contentFiles,
  contentRelations,
  contents,
  contentTexts,
  skins,
} from '../../db/schema';
import { demoBrands, demoCategories, demoContents } from './discover';

export interface Surroundings {
  /** The ids of the companies by their codes. */
  readonly companies: ReadonlyMap<string, string>;
  /** The addresses of the pictures by their names. */
  readonly pictures: ReadonlyMap<string, string>;
  /** The addresses of the maps' layers by their names. */
  readonly layers: ReadonlyMap<string, string>;
  readonly newId: () => string;
  readonly now: Date;
}

const HOUR_MS = 3600_000;

/** Of the same length and order as the keys. */
const byKey = (of: readonly { readonly key: string }[], rows: readonly { readonly id: number }[]) =>
  new Map(of.map(({ key }, index) => [key, rows[index]?.id ?? 0]));

/** Those under one of the others come after it: its number is known then. */
async function insertCategories(db: Queries, { pictures, layers }: Surroundings) {
  const ids = new Map<string, number>();
  for (const hasParent of [false, true]) {
    const level = demoCategories.filter(({ parent }) => (parent !== undefined) === hasParent);
    const rows = await db
      .insert(categories)
      .values(
        level.map(({ id, key, parent, code = null, view = ContentView.info, picture = '', layer = '' }) => ({
          id,
          parentId: parent === undefined ? null : (ids.get(parent) ?? null),
          level: hasParent ? 2 : 1,
          position: demoCategories.findIndex((category) => category.key === key),
          code,
          ctnView: view,
          imageUrl: pictures.get(picture) ?? null,
          attchmUrl: layers.get(layer) ?? null,
        })),
      )
      .returning({ id: categories.id });
    for (const [key, id] of byKey(level, rows)) ids.set(key, id);
  }
  await db.insert(categoryTexts).values(
    demoCategories.flatMap((category) =>
      languages.map((locale) => {
        const [title, descr] = category[locale];
        return { categoryId: ids.get(category.key) ?? 0, locale, title, descr };
      }),
    ),
  );
  return ids;
}

async function insertBrands(db: Queries, { companies }: Surroundings) {
  const companyOf = (company: string) => companies.get(company) ?? '';
  const brandRows = await db
    .insert(brands)
    .values(demoBrands.map(({ company, name }) => ({ companyId: companyOf(company), name })))
    .returning({ id: brands.id });
  const skinRows = await db
    .insert(skins)
    .values(
      demoBrands.map(({ company, background, font }) => ({
        companyId: companyOf(company),
        hdBgColor: background,
        hdFontColor: font,
      })),
    )
    .returning({ id: skins.id });
  return { brandIds: byKey(demoBrands, brandRows), skinIds: byKey(demoBrands, skinRows) };
}

/** The menu, and the contents under it. */
export async function insertDiscover(db: Queries, surroundings: Surroundings): Promise<void> {
  const { companies, pictures, newId, now } = surroundings;
  const categoryIds = await insertCategories(db, surroundings);
  const { brandIds, skinIds } = await insertBrands(db, surroundings);
  const rows = await db
    .insert(contents)
    .values(
      demoContents.map(({ category, brand, view = ContentView.info, place }, index) => ({
        companyId: companies.get(demoBrands.find(({ key }) => key === brand)?.company ?? '') ?? '',
        visibility: 'public' as const,
        date: new Date(now.getTime() - index * HOUR_MS),
        ctnView: view,
        categoryId: categoryIds.get(category) ?? null,
        c1: categoryIds.get(category) ?? null,
        brandId: brandIds.get(brand) ?? null,
        skinId: skinIds.get(brand) ?? null,
        ...(place && { lat: place[0], long: place[1] }),
      })),
    )
    .returning({ id: contents.id });
  const ids = byKey(demoContents, rows);
  const idOf = (key: string) => ids.get(key) ?? 0;
  await db.insert(contentTexts).values(
    demoContents.flatMap((content) =>
      languages.map((locale) => {
        const [title, descr] = content[locale];
        return { contentId: idOf(content.key), locale, title, descr };
      }),
    ),
  );
  await db
    .insert(contentDetails)
    .values(demoContents.map(({ key, price = 0, email, phone }) => ({ contentId: idOf(key), price, email, phone })));
  await db.insert(contentFiles).values(
    demoContents.map(({ key, picture }) => ({
      id: newId(),
      contentId: idOf(key),
      kind: 'image' as const,
      url: pictures.get(picture) ?? null,
    })),
  );
  await db
    .insert(contentRelations)
    .values(
      demoContents.flatMap(({ key, related = [] }) =>
        related.map((to, position) => ({ contentId: idOf(key), relatedId: idOf(to), position })),
      ),
    );
}
