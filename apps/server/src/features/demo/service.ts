/** Fills a new database, so that the product can be tried at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { places } from '../../config/places';
import type { Context } from '../../context';
import { newContact } from '../contacts';
import { keepLayer } from '../maps';
import { keepPicture } from '../pictures';
import { ACQUAINTED, demoCompanies, demoPeople, demoProducts } from './cast';
import { demoCategories, demoContents } from './discover';
import { hasCompanies, hasCompany, insertDemo } from './store';

const PICTURE = { width: 800, height: 600 } as const;

/** The demo people, as long as this database has them. */
export const demoPeopleOf = async ({ db }: Context) => ((await hasCompany(db, ACQUAINTED)) ? demoPeople : []);

/**
 * Makes the demo data where there is no company yet.
 * @returns whether it did
 */
export async function makeDemo(context: Context): Promise<boolean> {
  if (await hasCompanies(context.db)) return false;
  const companies = demoCompanies.map(({ code, name }) => ({ id: context.random.id(), code, name }));
  const idOf = new Map(companies.map((company) => [company.code, company.id]));
  const companyId = (code: string) => idOf.get(code) ?? '';
  const contacts = await Promise.all(
    demoPeople.map(({ company, ...person }) => newContact(context, { ...person, companyId: companyId(company) })),
  );
  const admins = demoCompanies.map(({ code, adminEmail }) => {
    const admin = contacts.find((contact) => contact.companyId === companyId(code) && contact.email === adminEmail);
    return [companyId(code), admin?.id ?? ''] as const;
  });
  const acquainted = contacts.filter((contact) => contact.companyId === companyId(ACQUAINTED));
  const addressBook = acquainted.flatMap((owner) =>
    acquainted
      .filter((contact) => contact !== owner)
      .map((contact) => ({ id: context.random.id(), ownerId: owner.id, contactId: contact.id })),
  );
  const pictures = new Map([...(await drawPictures(context)), ...(await keepPictures(context))]);
  const products = demoProducts.map(({ company, drawing, ...product }, position) => ({
    ...product,
    id: context.random.id(),
    companyId: companyId(company),
    imageUrl: pictures.get(drawing) ?? null,
    position,
  }));
  const layers = await keepLayers(context);
  const surroundings = {
    companies: idOf,
    pictures,
    layers,
    newId: () => context.random.id(),
    now: context.clock.now(),
  };
  return await insertDemo(context.db, {
    companies,
    contacts,
    addressBook,
    products,
    admins: new Map(admins),
    surroundings,
  });
}

/** Renders the drawings as photographs would come. @returns their URLs */
async function drawPictures(context: Context): Promise<Map<string, string>> {
  // Only a first start draws: the others need not load it.
  const { default: sharp } = await import('sharp');
  const drawings = [...new Set(demoProducts.map((product) => product.drawing))];
  const urls = drawings.map(async (drawing) => {
    const svg = await readFile(join(places.demo, `${drawing}.svg`));
    const bytes = await sharp(svg, { density: 150 })
      .resize({ ...PICTURE, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
    return [drawing, await keepPicture(context, bytes)] as const;
  });
  return new Map(await Promise.all(urls));
}

/** What visitors see is there as photographs already. @returns their URLs */
async function keepPictures(context: Context): Promise<[string, string][]> {
  const names = [...demoCategories, ...demoContents].flatMap(({ picture }) => picture ?? []);
  const urls = [...new Set(names)].map(async (name): Promise<[string, string]> => {
    const webp = await readFile(join(places.demo, `${name}.webp`));
    return [name, await keepPicture(context, webp)];
  });
  return await Promise.all(urls);
}

/** @returns the URLs of the maps' layers by their names */
async function keepLayers(context: Context): Promise<Map<string, string>> {
  const names = demoCategories.flatMap(({ layer }) => layer ?? []);
  const urls = names.map(async (name) => {
    const kml = await readFile(join(places.demo, `${name}.kml`));
    return [name, await keepLayer(context, kml, 'kml')] as const;
  });
  return new Map(await Promise.all(urls));
}
