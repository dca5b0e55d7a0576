/** What the pages take of an address: whatever it says, they get no more than this. */

/*
 * What is read of an address is named in any case, also where it is nothing: what the router does not find named it takes as the
 * address says it.
 */
export const textIn = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, length) : undefined;

export const readId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** Which content an address names, as a code on a sign does: a key point is a content too (D2.27). */
export const namedContent = ({ contentid, keypointid }: Readonly<Record<string, unknown>>): number | undefined =>
  readId(keypointid) ?? readId(contentid);

/** What is searched stands in the address, so that the way back leads to it. */
export const readSearch = ({ q }: Readonly<Record<string, unknown>>): { readonly q?: string | undefined } => ({
  q: textIn(q, 200) || undefined,
});

export const readCategory = ({ cid }: Readonly<Record<string, unknown>>): { readonly cid: number } => ({
  cid: typeof cid === 'number' && Number.isSafeInteger(cid) ? cid : 0,
});

/** Which list of the members' area is shown. */
export const readArea = ({ tab }: Readonly<Record<string, unknown>>): { readonly tab?: 'view' } =>
  tab === 'view' ? { tab } : {};

/** Which part of a content is shown. */
export const readTab = ({
  tab,
}: Readonly<Record<string, unknown>>): { readonly tab?: 'map' | 'nearby' | 'places' | undefined } => ({
  tab: tab === 'map' || tab === 'nearby' || tab === 'places' ? tab : undefined,
});
