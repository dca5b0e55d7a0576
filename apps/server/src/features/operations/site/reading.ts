/** The site as visitors see it: the brand's folder, with what its company has set since. Read each time, so that a change is seen at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrandTerms, brandTerms } from '@earth/contracts';
import type { BrandFolder } from '../../../config/brand';
import type { Context } from '../../../context';
import * as store from './store';

export interface Site {
  readonly brand: BrandFolder;
  /** 0: nothing was set yet. */
  readonly version: number;
}

type Reading = Pick<Context, 'brand' | 'db' | 'log'>;

function withSettings(brand: BrandFolder, { version, logoUrl, landingUrl, colors }: store.SiteVersion): Site {
  const { provider } = brand;
  return {
    version,
    brand: {
      ...brand,
      logoUrl: logoUrl ?? brand.logoUrl,
      coverUrl: landingUrl ?? brand.coverUrl,
      provider: provider && { ...provider, imageUrl: landingUrl ?? provider.imageUrl },
      colors: colors ?? brand.colors,
    },
  };
}

/** Never fails: without a database it is the brand's folder. */
export async function readSite({ brand, db, log }: Reading): Promise<Site> {
  try {
    const row = await store.findSite(db);
    return row ? withSettings(brand, row) : { brand, version: 0 };
  } catch (error) {
    log.warn({ err: error }, 'What is set for the site could not be read');
    return { brand, version: 0 };
  }
}

/** The terms in force. @throws if there is no database, so that nobody accepts others than those in force */
export async function readTerms({ brand, db }: Pick<Context, 'brand' | 'db'>): Promise<BrandTerms> {
  const row = await store.findTerms(db);
  if (row) return { ...row.terms, version: row.version };
  return brandTerms.parse(JSON.parse(await readFile(join(brand.folder, 'terms.json'), 'utf8')));
}
