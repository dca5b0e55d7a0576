/** What the admins of a company set: how others see it, its products, and the brands and skins of its contents. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { contentId, id, showsSomething } from '../entities';
import { leadPart, leadParts } from '../leads';
import { fields } from '../wire';

export const PRODUCTS_MAX = 500;
export const BRANDS_MAX = 200;
export const SKINS_MAX = 200;
export const COMPANY_PICTURE_BYTES_MAX = 5 * 1024 * 1024;

/** How a detail page shows its picture: not at all, filling its place, or all of it. */
export const imageTypes = [1, 2, 3] as const;

const companySettings = fields({
  /** Grows with each change of anything in here. */
  version: z.int(),
  code: z.string(),
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  /** What its contact form asks for. */
  leadParts: z.array(leadPart),
  /** Whether it owns the site of this server, and sets its looks and terms. */
  ownsSite: z.boolean(),
  products: z.array(
    fields({
      id,
      code: z.string(),
      name: z.string(),
      imageUrl: z.nullable(z.string()),
      description: z.nullable(z.string()),
      /** In Italian. Null: the one above serves both languages. */
      nameIt: z.nullable(z.string()),
      descriptionIt: z.nullable(z.string()),
    }),
  ),
  /** `contents`: how many have it. */
  brands: z.array(fields({ id: contentId, name: z.string(), contents: z.int() })),
  skins: z.array(
    fields({
      id: contentId,
      hdBgColor: z.string(),
      hdFontColor: z.string(),
      imageType: z.int(),
      contents: z.int(),
    }),
  ),
});
export type CompanySettings = z.infer<typeof companySettings>;

/** The version that the change was made from. */
const basedOn = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
const line = (most: number) => z.string().check(z.trim(), showsSomething, z.maxLength(most));
/** A new picture, or none any more; without both it stays as it is. */
const picture = { imageBase64: z.optional(z.string().check(z.minLength(1))), removesImage: z.optional(z.boolean()) };
export const colour = z.string().check(z.toLowerCase(), z.regex(/^#[\da-f]{6}$/));

const description = z._default(z.string().check(z.trim(), z.maxLength(500)), '');

const product = {
  code: line(40),
  name: line(120),
  description,
  /** Without it, `name` serves both languages. */
  nameIt: z.optional(line(120)),
  descriptionIt: description,
  ...picture,
};
const brand = { name: line(100) };
const skin = { hdBgColor: colour, hdFontColor: colour, imageType: z.literal(imageTypes) };

const pictureErrors = ['tooLarge', 'fileCutOff', 'notAnImage', 'tooManyPixels'] as const;
const shared = { tag: 'Settings', data: () => companySettings } as const;
const company = { ...shared, path: '/api/back-office/company' } as const;
const products = { ...shared, path: '/api/back-office/company/products' } as const;
const oneProduct = { ...shared, path: '/api/back-office/company/products/{productId}' } as const;
const brands = { ...shared, path: '/api/back-office/company/brands' } as const;
const oneBrand = { ...shared, path: '/api/back-office/company/brands/{brandId}' } as const;
const skins = { ...shared, path: '/api/back-office/company/skins' } as const;
const oneSkin = { ...shared, path: '/api/back-office/company/skins/{skinId}' } as const;

export const getCompanySettings = defineCall({
  ...company,
  name: 'getCompanySettings',
  summary: 'For admins: the settings of their company',
  method: 'GET',
  errors: ['notAllowed'],
});

export const changeCompany = defineCall({
  ...company,
  name: 'changeCompany',
  summary: 'For admins: changes name and picture of the company, and what its contact form asks for',
  method: 'PUT',
  size: 'file',
  body: () =>
    fields({
      basedOn,
      name: line(120),
      /** Without it, the form stays as it is. */
      leadParts: z.optional(z.array(leadPart).check(z.maxLength(leadParts.length))),
      ...picture,
    }),
  errors: ['notAllowed', 'settingsChanged', ...pictureErrors],
});

export const createProduct = defineCall({
  ...products,
  name: 'createProduct',
  summary: 'For admins: adds a product at the end of the list',
  method: 'POST',
  size: 'file',
  body: () => fields({ basedOn, ...product }),
  errors: ['notAllowed', 'settingsChanged', 'conflict', ...pictureErrors],
});

export const changeProduct = defineCall({
  ...oneProduct,
  name: 'changeProduct',
  summary: 'For admins: changes a product; each code is unique',
  method: 'PUT',
  size: 'file',
  body: () => fields({ basedOn, ...product }),
  errors: ['notAllowed', 'notFound', 'settingsChanged', 'conflict', ...pictureErrors],
});

export const deleteProduct = defineCall({
  ...oneProduct,
  name: 'deleteProduct',
  summary: 'For admins: deletes a product',
  method: 'DELETE',
  body: () => fields({ basedOn }),
  errors: ['notAllowed', 'notFound', 'settingsChanged'],
});

export const createBrand = defineCall({
  ...brands,
  name: 'createBrand',
  summary: 'For admins: adds a brand of contents',
  method: 'POST',
  body: () => fields({ basedOn, ...brand }),
  errors: ['notAllowed', 'settingsChanged', 'conflict'],
});

export const changeBrand = defineCall({
  ...oneBrand,
  name: 'changeBrand',
  summary: 'For admins: renames a brand of contents',
  method: 'PUT',
  body: () => fields({ basedOn, ...brand }),
  errors: ['notAllowed', 'notFound', 'settingsChanged', 'conflict'],
});

export const deleteBrand = defineCall({
  ...oneBrand,
  name: 'deleteBrand',
  summary: 'For admins: deletes a brand that no content uses',
  method: 'DELETE',
  body: () => fields({ basedOn }),
  errors: ['notAllowed', 'notFound', 'settingsChanged', 'inUse'],
});

export const createSkin = defineCall({
  ...skins,
  name: 'createSkin',
  summary: 'For admins: adds a skin; its text must be readable on its colour',
  method: 'POST',
  body: () => fields({ basedOn, ...skin }),
  errors: ['notAllowed', 'settingsChanged', 'conflict', 'contrastTooLow'],
});

export const changeSkin = defineCall({
  ...oneSkin,
  name: 'changeSkin',
  summary: 'For admins: changes a skin; its text must be readable on its colour',
  method: 'PUT',
  body: () => fields({ basedOn, ...skin }),
  errors: ['notAllowed', 'notFound', 'settingsChanged', 'contrastTooLow'],
});

export const deleteSkin = defineCall({
  ...oneSkin,
  name: 'deleteSkin',
  summary: 'For admins: deletes a skin that no content uses',
  method: 'DELETE',
  body: () => fields({ basedOn }),
  errors: ['notAllowed', 'notFound', 'settingsChanged', 'inUse'],
});

/** What admins of a company edit as a whole; contents have `reportEditing`. */
export const editedParts = ['menu', 'notices', 'company', 'site', 'terms'] as const;
export type EditedPart = (typeof editedParts)[number];

export const reportPartEditing = defineCall({
  tag: 'Settings',
  path: '/api/back-office/editing',
  name: 'reportPartEditing',
  summary:
    'For admins: reports that the user is editing a part of the company, for the next minute; answers who else is',
  method: 'POST',
  outlivesPage: true,
  /** `isOver`: the user has stopped. */
  body: () => fields({ part: z.enum(editedParts), isOver: z._default(z.boolean(), false) }),
  data: () => fields({ others: z.array(z.string()) }),
  errors: ['notAllowed'],
});
