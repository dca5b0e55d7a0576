/** What the client learns from `/config.json` before anything else. */
import * as z from 'zod/mini';
import { contentId, cryptoSchema } from './entities';

/** A brand is data: `brands/<code>/brand.json`. */
export const brand = z.object({
  code: z.string(),
  name: z.string(),
  title: z.string(),
  logoUrl: z.string(),
  coverUrl: z.string(),
  colors: z.object({
    brand: z.string(),
    brandInk: z.string(),
    brandDeep: z.string(),
    accentLight: z.string(),
    onAccentLight: z.string(),
    accentDark: z.string(),
    onAccentDark: z.string(),
  }),
  /** What visitors see: the build settings of Discover 9. */
  discover: z.object({
    /** Lists have a search bar, where the document gives them one. */
    searchBar: z.boolean(),
    /** Who is signed in may look at private contents alone, and at those of one company. */
    privateFilter: z.boolean(),
    /** `/arscenes` is for who is signed in. */
    loginForScenes: z.boolean(),
    /** The category of which `/pre-tutorial` shows the contents. */
    membersCategory: contentId,
    /** The menu of a device that has never loaded one. */
    offlineMenu: z.array(z.object({ id: contentId, code: z.string(), en: z.string(), it: z.string() })),
  }),
});
export type Brand = z.infer<typeof brand>;

export const clientConfig = z.object({
  apiKey: z.string(),
  appCode: z.string(),
  callsEnabled: z.boolean(),
  callTimeoutSeconds: z.number(),
  codeResendSeconds: z.number(),
  cryptoSchema,
  /** Whether field users may draw on snapshots; they may point in any case. */
  fieldUsersDraw: z.boolean(),
  maxFileBytes: z.int(),
  maxUsersInCall: z.int(),
  /** Of VAPID (RFC 8292): what a browser subscribes to pushes with. */
  vapidPublicKey: z.string(),
  messagesPerPage: z.int(),
  brand,
});
export type ClientConfig = z.infer<typeof clientConfig>;
