import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand as brandSchema, brandTerms } from '@earth/contracts';
import { places } from './places';
import { brandWants } from './setting-rules.mjs';
import { SettingError } from './settings';

/** A brand and the folder that its pictures are served from. */
export interface BrandFolder extends Brand {
  readonly folder: string;
}

/** @throws SettingError where BRAND names no folder with a usable `brand.json` and a usable `terms.json` */
export function readBrand(code: string, brands: string = places.brands): BrandFolder {
  const folder = join(brands, code);
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  try {
    // The app asks for them when somebody opens them: too late to learn that there are none.
    brandTerms.parse(read('terms.json'));
    return { ...brandSchema.parse(read('brand.json')), folder };
  } catch {
    throw new SettingError(brandWants(code));
  }
}
