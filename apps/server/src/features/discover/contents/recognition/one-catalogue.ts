/** The catalogue that a command means. */
import { StartError } from '../../../../config/start-error';
import type { Queries } from '../../../../db/database';
import { findCataloguesOf } from './photographs-store';

export interface NamedCatalogue {
  readonly modelCode: string;
  readonly customerCode?: string | undefined;
}

/** @throws StartError if there is no such catalogue, or several */
export async function requireOneCatalogue(db: Queries, { modelCode, customerCode }: NamedCatalogue) {
  const found = await findCataloguesOf(db, modelCode, customerCode);
  const [catalogue, other] = found;
  if (!catalogue) throw new StartError(`There is no catalogue ${modelCode} here.`);
  if (!other) return catalogue;
  const codes = found.map((one) => one.customerCode).join(', ');
  throw new StartError(`Several companies have a catalogue ${modelCode}: add --company CODE (${codes}).`);
}
