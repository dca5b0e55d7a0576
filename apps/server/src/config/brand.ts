import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand as brandSchema, brandTerms } from '@earth/contracts';
import { places } from './places';
import { brandProblem } from './setting-rules.mjs';
import { SettingError } from './settings';

/** A brand and the folder of its pictures. */
export interface BrandFolder extends Brand {
  readonly folder: string;
}

/** @throws SettingError if BRAND names no folder with a valid `brand.json` and a valid `terms.json` */
export function readBrand(code: string, brands: string = places.brands): BrandFolder {
  const folder = join(brands, code);
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  try {
    // Validated at the start: the app only fetches the terms when a user opens them.
    brandTerms.parse(read('terms.json'));
    return { ...brandSchema.parse(read('brand.json')), folder };
  } catch {
    throw new SettingError(brandProblem(code));
  }
}
