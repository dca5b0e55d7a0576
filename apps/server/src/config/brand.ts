import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand as brandSchema } from '@earth/contracts';
import { places } from './places';
import { SettingError } from './settings';

/** A brand and the folder that its pictures are served from. */
export interface BrandFolder extends Brand {
  readonly folder: string;
}

/** @throws SettingError where BRAND names no folder with a usable `brand.json` */
export function readBrand(code: string, brands: string = places.brands): BrandFolder {
  const folder = join(brands, code);
  try {
    return { ...brandSchema.parse(JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8'))), folder };
  } catch {
    throw new SettingError(
      `BRAND is ${JSON.stringify(code)}: it wants a folder under brands/ with a valid brand.json.`,
    );
  }
}
