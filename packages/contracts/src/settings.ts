/** What the client learns from `/config.json` before anything else. */
import * as z from 'zod/mini';
import { contentId, cryptoSchema } from './entities';

/** An address of this app. */
const inApp = z.string().check(z.regex(/^\/(?![/\\])/));

/** Part of the name of a file, on any device. */
const inFileName = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u));

/** A brand is data: `brands/<code>/brand.json`. */
export const brand = z.object({
  code: z.string(),
  name: z.string(),
  title: z.string(),
  /** In one sentence: what search engines and app lists say of it. */
  description: z.object({ en: z.string(), it: z.string() }),
  /** Of the installed app, as stores and phones name apps: a reverse domain. */
  appId: z.string().check(z.regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9-]*)+$/)),
  /** The page where people start who come to the app and not to a page of it. */
  landing: inApp,
  /** The same without a net. */
  offlineLanding: inApp,
  /** Nothing is shown to who is not signed in. */
  loginRequired: z.boolean(),
  /** Whether a visitor's menu has a way to calls. That calls can be made is a setting of the server. */
  videoCall: z.boolean(),
  /** The addresses of the menu's first entries that this build has, in its order; null: all, as they are. */
  menu: z.nullable(z.array(inApp)),
  /** Whom a message is for that is about no content. */
  contactBrand: z.string(),
  /** Of the logo and name in the menu, px. */
  menuLogoWidth: z.int().check(z.minimum(44), z.maximum(280)),
  /** Where saved snapshots go, and what they are called before date and number. */
  screenshotFolder: inFileName,
  screenshotName: z.object({ en: inFileName, it: inFileName }),
  /**
   * What the app says in the browser's console: nothing below 10, errors from 10 on, all from 30 on. What it keeps for a crash log does
   * not depend on it (D9.22).
   */
  logLevel: z.int().check(z.minimum(0)),
  /** Whose app it is: a picture that leads to their site, at `/landing-image`. Null: there is no such page. */
  provider: z.nullable(z.object({ name: z.string(), url: z.url({ protocol: /^https$/ }), imageUrl: z.string() })),
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
  /** What visitors see: the settings of a build (D9.22). */
  discover: z.object({
    /** Lists have a search bar, on those screens that have one (D2.43). */
    searchBar: z.boolean(),
    /** Who is signed in may look at private contents alone, and at those of one company. */
    privateFilter: z.boolean(),
    /** Scenes that are for everybody are shown beside those of one's company. */
    publicScenes: z.boolean(),
    /** `/arscenes` is for who is signed in. */
    loginForScenes: z.boolean(),
    /** The category of which `/pre-tutorial` shows the contents. */
    membersCategory: contentId,
    /** Of `/content-kml`. */
    maps: z.object({
      /** Where one begins: longitude and latitude, in degrees. */
      center: z.tuple([z.number(), z.number()]),
      /** Which entries of the menu have a layer whose properties are known (D3.39 to D3.41). */
      layers: z.object({ parks: z.array(contentId), mobility: z.array(contentId), dogs: z.array(contentId) }),
    }),
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
  /** What crash logs are sealed for: base64, of `createLogKeys`. */
  logKey: z.string(),
  /** Of VAPID (RFC 8292): what a browser subscribes to pushes with. */
  vapidPublicKey: z.string(),
  messagesPerPage: z.int(),
  /** Of the maps’ ground. Null: a plain one. */
  mapStyleUrl: z.nullable(z.string()),
  brand,
});
export type ClientConfig = z.infer<typeof clientConfig>;
