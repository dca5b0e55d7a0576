/**
 * The site: its logo, colours, landing image and terms, which the admins of the company that owns it set for all visitors. The brand's
 * folder is the default.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../constants';
import { brandTerms } from '../brand-terms';
import { contentLanguages } from '../contents';
import { date, showsSomething } from '../entities';
import { pageSize } from '../paging';
import { fields } from '../wire';
import { colour } from './company';

export const SITE_PICTURE_BYTES_MAX = 10 * 1024 * 1024;
export const TERMS_SECTIONS_MAX = 100;
export const TERMS_PARAGRAPH_MAX = 5000;

const colours = fields({
  brand: colour,
  brandInk: colour,
  brandDeep: colour,
  accentLight: colour,
  onAccentLight: colour,
  accentDark: colour,
  onAccentDark: colour,
});

const siteSettings = fields({
  /** 0: nothing was set yet. */
  version: z.int(),
  /** Who changed it last; null: nobody. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(date),
  /** Null: that of the brand. */
  logoUrl: z.nullable(z.string()),
  landingUrl: z.nullable(z.string()),
  colors: z.nullable(colours),
  /** What the brand's folder has. */
  standard: fields({ logoUrl: z.string(), landingUrl: z.string(), colors: colours }),
});
export type SiteSettings = z.infer<typeof siteSettings>;

/** The version that the change was made from. */
const basedOn = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
const base64 = z.optional(z.string().check(z.minLength(1)));
const yes = z.optional(z.boolean());

const site = { tag: 'Settings', path: '/api/back-office/site', data: () => siteSettings } as const;

export const getSite = defineCall({
  ...site,
  name: 'getSite',
  summary: 'For admins of the company that owns the site: its settings',
  method: 'GET',
  errors: ['notAllowed'],
});

export const changeSite = defineCall({
  ...site,
  name: 'changeSite',
  summary:
    'For admins of the company that owns the site: changes logo, landing image and colours; absent fields don’t change',
  method: 'PUT',
  size: 'file',
  body: () =>
    fields({
      basedOn,
      logoBase64: base64,
      removesLogo: yes,
      landingBase64: base64,
      removesLanding: yes,
      colors: z.optional(colours),
      removesColors: yes,
    }),
  errors: ['notAllowed', 'settingsChanged', 'contrastTooLow', 'tooLarge', 'fileCutOff', 'notAnImage', 'tooManyPixels'],
});

const text = (most: number) => z.string().check(z.trim(), showsSomething, z.maxLength(most));
const sections = z
  .array(
    fields({
      heading: text(200),
      paragraphs: z.array(text(TERMS_PARAGRAPH_MAX)).check(z.minLength(1), z.maxLength(TERMS_SECTIONS_MAX)),
    }),
  )
  .check(z.minLength(1), z.maxLength(TERMS_SECTIONS_MAX));
const writtenTerms = fields({ terms: sections, privacy: sections });
export type WrittenTerms = z.infer<typeof writtenTerms>;

const siteTerms = fields({
  /** 0: those of the brand's folder. */
  version: z.int(),
  current: brandTerms,
  /** Published ones, newest first. */
  versions: z.array(fields({ version: z.int(), at: date, by: z.string(), accepted: z.int() })),
});
export type SiteTerms = z.infer<typeof siteTerms>;

const terms = { tag: 'Settings', path: '/api/back-office/site/terms', data: () => siteTerms } as const;

export const getSiteTerms = defineCall({
  ...terms,
  name: 'getSiteTerms',
  summary: 'For admins of the company that owns the site: terms and privacy notice, and their versions',
  method: 'GET',
  errors: ['notAllowed'],
});

export const publishTerms = defineCall({
  ...terms,
  name: 'publishTerms',
  summary: 'For admins of the company that owns the site: publishes new terms, which everyone is asked to accept',
  method: 'POST',
  size: 'file',
  body: () => fields({ basedOn, en: writtenTerms, it: writtenTerms }),
  errors: ['notAllowed', 'settingsChanged'],
});

const acceptance = fields({
  version: z.int(),
  language: z.enum(contentLanguages),
  at: date,
  name: z.string(),
  company: z.string(),
});
export type TermsAcceptance = z.infer<typeof acceptance>;

export const listAcceptances = defineCall({
  tag: 'Settings',
  path: '/api/back-office/site/terms/acceptances',
  name: 'listAcceptances',
  summary: 'For admins of the company that owns the site: who accepted which terms, newest first',
  method: 'GET',
  query: () =>
    fields({
      page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
    }),
  data: () => fields({ items: z.array(acceptance), total: z.int() }),
  errors: ['notAllowed'],
});

const ownTerms = { tag: 'Settings', path: '/api/terms' } as const;

export const getOwnTerms = defineCall({
  ...ownTerms,
  name: 'getOwnTerms',
  summary: 'The version of the published terms, and whether the person has accepted it; 0: none have been published',
  method: 'GET',
  data: () => fields({ version: z.int(), isAccepted: z.boolean() }),
  errors: [],
});

export const acceptTerms = defineCall({
  ...ownTerms,
  name: 'acceptTerms',
  summary: 'Records that the person has accepted the published terms, in the language in which they read them',
  method: 'POST',
  body: () =>
    fields({ version: z.int().check(z.minimum(1), z.maximum(2_000_000_000)), language: z.enum(contentLanguages) }),
  data: () => z.null(),
  errors: ['termsChanged'],
});
