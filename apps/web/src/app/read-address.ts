/** Parsers of search parameters: pages receive only validated values. */

/* Every parameter is named in the result, even if undefined: the router would pass on the raw value of a parameter that is not
   named. */
export const textIn = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, length) : undefined;

export const readId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** The content that an address names, as on a sign's code: a key point is a content too (D2.27). */
export const namedContent = ({ contentid, keypointid }: Readonly<Record<string, unknown>>): number | undefined =>
  readId(keypointid) ?? readId(contentid);

/** The search text is part of the address, so that a step back restores it. */
export const readSearch = ({ q }: Readonly<Record<string, unknown>>): { readonly q?: string | undefined } => ({
  q: textIn(q, 200) || undefined,
});

export const readCategory = ({ cid }: Readonly<Record<string, unknown>>): { readonly cid: number } => ({
  cid: typeof cid === 'number' && Number.isSafeInteger(cid) ? cid : 0,
});

/** The selected list of the members' area. */
export const readArea = ({ tab }: Readonly<Record<string, unknown>>): { readonly tab?: 'view' } =>
  tab === 'view' ? { tab } : {};

/** The selected part of a content. */
export const readTab = ({
  tab,
}: Readonly<Record<string, unknown>>): { readonly tab?: 'map' | 'nearby' | 'places' | undefined } => ({
  tab: tab === 'map' || tab === 'nearby' || tab === 'places' ? tab : undefined,
});

/** What begins at once on the page of augmented reality: a scene, or the recognition of all markers. */
export const readArStart = ({
  scene,
  start,
}: Readonly<Record<string, unknown>>): { readonly scene?: number | undefined; readonly start?: true | undefined } => ({
  scene: readId(scene),
  start: start === true ? start : undefined,
});

/** The catalogue that a photograph is compared with, and the company whose it is. */
export const readModel = ({
  model,
  customer,
}: Readonly<Record<string, unknown>>): {
  readonly model?: string | undefined;
  readonly customer?: string | undefined;
} => ({
  model: textIn(model, 100) || undefined,
  customer: textIn(customer, 100) || undefined,
});

/** The editor of a model: the id of the model's content, and the tab. */
export const readEditor = ({
  m,
  tab,
}: Readonly<Record<string, unknown>>): { readonly m?: number | undefined; readonly tab?: 'contents' | undefined } => ({
  m: readId(m),
  tab: tab === 'contents' ? tab : undefined,
});

interface ViewSearch {
  readonly m?: number | undefined;
  readonly view?: string | undefined;
  readonly tab?: 'mask' | undefined;
}

/** The editor of a view: its id, and that of the model's content; its tab. */
export const readView = ({ m, view, tab }: Readonly<Record<string, unknown>>): ViewSearch => ({
  m: readId(m),
  view: textIn(view, 36) || undefined,
  tab: tab === 'mask' ? tab : undefined,
});

/** What the contact form is filled with. */
export const readContact = ({
  brand,
  note,
}: Readonly<Record<string, unknown>>): { readonly brand?: string | undefined; readonly note?: string | undefined } => ({
  brand: textIn(brand, 200) || undefined,
  note: textIn(note, 1000) || undefined,
});

/** The content that is edited; none: a new one of the model `m`. */
export const readEdited = ({
  c,
  m,
}: Readonly<Record<string, unknown>>): { readonly c?: number | undefined; readonly m?: number | undefined } => ({
  c: readId(c),
  m: readId(m),
});

interface MapSearch {
  readonly cid: number;
  readonly q?: string | undefined;
  readonly shape?: number | undefined;
}

export const readMap = ({ shape, ...search }: Readonly<Record<string, unknown>>): MapSearch => ({
  ...readCategory(search),
  ...readSearch(search),
  shape: typeof shape === 'number' && Number.isSafeInteger(shape) && shape >= 0 ? shape : undefined,
});
