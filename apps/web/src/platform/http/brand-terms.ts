import { type BrandTerms, brandTerms, decode, TERMS_PATH } from '@earth/contracts';
import { atServer } from '../server-address';

/** Fetches the brand's terms in both languages. Rejects if they cannot be loaded. */
export async function fetchTerms(): Promise<BrandTerms> {
  const response = await fetch(atServer(TERMS_PATH));
  const decoded = decode(brandTerms, await response.json());
  if (!decoded.success) throw new Error('The terms of the brand are invalid');
  return decoded.data;
}
