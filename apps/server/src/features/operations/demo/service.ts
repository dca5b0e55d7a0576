/** Fills a new database with demo data, so that the product can be tried at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { places } from '../../../config/places';
import type { Context } from '../../../context';
import { newContact } from '../../identity/contacts';
import { importContents } from '../../discover/contents';
import { storeAsset } from '../../assets';
import { ACQUAINTED, demoCompanies, demoFiles, demoPeople, demoProducts } from './cast';
import { hasCompanies, hasCompany, insertDemo } from './store';

const PICTURE = { width: 800, height: 600 } as const;

/** The demo people, as long as this database has them. */
export const demoPeopleOf = async ({ db }: Context) => ((await hasCompany(db, ACQUAINTED)) ? demoPeople : []);

/**
 * Creates the demo data if there is no company yet.
 * @returns whether it did
 */
export async function makeDemo(context: Context): Promise<boolean> {
  if (await hasCompanies(context.db)) return false;
  const companies = demoCompanies.map(({ adminEmail: _, ...company }) => ({ id: context.random.id(), ...company }));
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
  const pictures = await drawPictures(context);
  const products = demoProducts.map(({ company, drawing, ...product }, position) => ({
    ...product,
    id: context.random.id(),
    companyId: companyId(company),
    imageUrl: pictures.get(drawing) ?? null,
    position,
  }));
  const rows = { companies, contacts, addressBook, products, admins: new Map(admins) };
  return await insertDemo(context.db, rows, async (transaction) => {
    for (const file of demoFiles)
      await importContents(context, transaction, { path: join(places.demo, file), areDrawn: true });
  });
}

/** Renders the drawings as photographs would come. @returns their URLs */
async function drawPictures(context: Context): Promise<Map<string, string>> {
  // Lazy import: only a first start renders.
  const { default: sharp } = await import('sharp');
  const drawings = [...new Set(demoProducts.map((product) => product.drawing))];
  const urls = drawings.map(async (drawing) => {
    const svg = await readFile(join(places.demo, `${drawing}.svg`));
    const bytes = await sharp(svg, { density: 150 })
      .resize({ ...PICTURE, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
    return [drawing, await storeAsset(context, { kind: 'pictures', ending: 'webp', bytes })] as const;
  });
  return new Map(await Promise.all(urls));
}
