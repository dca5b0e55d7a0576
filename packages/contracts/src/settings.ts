/** What the client learns from `/config.json` before anything else. */
import * as z from 'zod/mini';
import { cryptoSchema } from './entities';

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
  /** Of the maps’ ground. Null: a plain one. */
  mapStyleUrl: z.nullable(z.string()),
  brand,
});
export type ClientConfig = z.infer<typeof clientConfig>;
