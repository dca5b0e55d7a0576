/** Settings that the client reads from `/config.json` at its start. */
import * as z from 'zod/mini';
import { contentId, cryptoSchema } from './entities';

/** An address within this app. */
const inApp = z.string().check(z.regex(/^\/(?![/\\])/));

/** Part of a file name, valid on every device. */
const inFileName = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u));

/** Brand: data of a build, from `brands/<code>/brand.json`. */
export const brand = z.object({
  code: z.string(),
  name: z.string(),
  title: z.string(),
  /** One sentence for search engines and app lists. */
  description: z.object({ en: z.string(), it: z.string() }),
  /** Id of the installed app for stores and phones: a reverse domain. */
  appId: z.string().check(z.regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9-]*)+$/)),
  /** Start page of people who open the app without an address. */
  landing: inApp,
  /** The same without a network. */
  offlineLanding: inApp,
  /** Nothing is shown without a session. */
  loginRequired: z.boolean(),
  /** Whether the menu of visitors has an entry for calls. Whether calls can be made is a setting of the server. */
  videoCall: z.boolean(),
  /** Addresses of the first menu entries of this build, in order. Null: all, in their own order. */
  menu: z.nullable(z.array(inApp)),
  /** Brand of a contact message that is about no content. */
  contactBrand: z.string(),
  /** Width of logo and name in the menu, in px. */
  menuLogoWidth: z.int().check(z.minimum(44), z.maximum(280)),
  /** Folder and name prefix of saved snapshots. */
  screenshotFolder: inFileName,
  screenshotName: z.object({ en: inFileName, it: inFileName }),
  /**
   * Log level of the browser's console: nothing below 10, errors from 10 on, everything from 30 on. The crash log does not depend on
   * it (D9.9).
   */
  logLevel: z.int().check(z.minimum(0)),
  /** Provider of the app: a picture that leads to their site, at `/landing-image`. Null: there is no such page. */
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
    /** Whether lists have a search bar (D2.43). */
    searchBar: z.boolean(),
    /** Whether signed-in users may filter by private contents and by company. */
    privateFilter: z.boolean(),
    /** Whether public scenes are shown beside those of the company. */
    publicScenes: z.boolean(),
    /** Whether `/arscenes` needs a sign-in. */
    loginForScenes: z.boolean(),
    /** Category of the contents at `/pre-tutorial`. */
    membersCategory: contentId,
    /** Settings of `/content-kml`. */
    maps: z.object({
      /** Initial centre: longitude and latitude, in degrees. */
      center: z.tuple([z.number(), z.number()]),
      /** Address of the ground under the layers: GeoJSON, see `docs/maps.md`. Null: none. */
      ground: z.nullable(z.string()),
      /** Menu entries whose layers have known properties (D3.39 to D3.41). */
      layers: z.object({ parks: z.array(contentId), mobility: z.array(contentId), dogs: z.array(contentId) }),
    }),
    /** Menu of a device that has never loaded one. */
    offlineMenu: z.array(z.object({ id: contentId, code: z.string(), en: z.string(), it: z.string() })),
  }),
});
export type Brand = z.infer<typeof brand>;

export const clientConfig = z.object({
  apiKey: z.string(),
  appCode: z.string(),
  /** Whether assisted users may show their hands over a snapshot (A5.8). */
  arEnabled: z.boolean(),
  callsEnabled: z.boolean(),
  callTimeoutSeconds: z.number(),
  codeResendSeconds: z.number(),
  cryptoSchema,
  /** Whether assisted users may draw on snapshots; they may point in any case. */
  fieldUsersDraw: z.boolean(),
  maxFileBytes: z.int(),
  maxUsersInCall: z.int(),
  /** Whether calls go through a media server, so that pages get ready for it while it rings. */
  hasMediaServer: z._default(z.boolean(), false),
  /** Public key for crash logs: base64, from `createLogKeys`. */
  logKey: z.string(),
  /** VAPID key (RFC 8292) for push subscriptions of browsers. */
  vapidPublicKey: z.string(),
  messagesPerPage: z.int(),
  /** Of the recognition camera (D3.38). */
  recognition: z.object({
    /** Captured pictures are scaled down to fit into it, in pixels. */
    width: z.int(),
    height: z.int(),
    maxResults: z.int(),
    /** Whether a blurred picture is refused before it is sent. */
    measuresQuality: z.boolean(),
    /** Shows how the camera decides, and sample results (D9.29). */
    debug: z.boolean(),
    resultView: z.enum(['LIST', 'BOUNDING_BOX', 'IMAGE_GALLERY']),
  }),
  /** Map style. Null: a plain ground. */
  mapStyleUrl: z.nullable(z.string()),
  brand,
});
export type ClientConfig = z.infer<typeof clientConfig>;
