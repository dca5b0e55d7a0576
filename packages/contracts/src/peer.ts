/** Peer messages of a call (A4.25–A4.28): JSON text on the data channel. */
import * as z from 'zod/mini';
import { coordinate, drawingEntries, edition, entryCount } from './drawing';
import { callPic, cryptoSchema, date, id, sealedKind } from './entities';
import { livePeerMessages, picturePreference } from './peer-live';
import { entity, fields } from './wire';

/** Screen mode (A2.1): the cameras, or the selected snapshot. */
export const guiMode = z.enum(['GUIMODE_LIVECAMERA', 'GUIMODE_ANNOTATIONS']);
export type GuiMode = z.infer<typeof guiMode>;

/** Most keys of one request. */
export const ASKED_KEYS_MAX = 200;

/** Longest sealed preview, in characters. */
export const PREVIEW_MAX = 128 * 1024;

export const peerMessage = z.discriminatedUnion('type', [
  /** Public key exchange. The key counts only if the server names the same one for this contact. */
  fields({ type: z.literal('participant'), contact: entity({ uniqueId: id, publicKey: z.string() }) }),
  /** A chat message, sealed as it was posted; `clientId` links it to the stored one. Of a file only its name and size. */
  fields({
    type: z.literal('msg'),
    clientId: z.string().check(z.maxLength(64)),
    message: z.string(),
    cryptoSchema,
    date,
    file: z.optional(entity({ name: z.string().check(z.maxLength(255)), size: z.int().check(z.minimum(0)) })),
  }),
  /** A file that its sender withdrew before it was stored: the `msg` with this id is void. */
  fields({ type: z.literal('msgWithdrawn'), clientId: z.string().check(z.maxLength(64)) }),
  /** The snapshots known to the sender. */
  fields({ type: z.literal('pic'), pics: z.array(callPic).check(z.maxLength(500)) }),
  /** Preview of the snapshot that the sender is storing under this `clientId`, sealed like a file. Null: the snapshot does not come. */
  fields({
    type: z.literal('picPreview'),
    clientId: z.string().check(z.minLength(1), z.maxLength(64)),
    cryptoSchema,
    preview: z.nullable(z.string().check(z.maxLength(PREVIEW_MAX))),
  }),
  fields({ type: z.literal('update_video_screen_state'), state: guiMode, picUniqueId: z.nullable(id) }),
  fields({ type: z.literal('onPicSelected'), picUniqueId: z.nullable(id) }),
  fields({ type: z.literal('askSelectedPic') }),
  /**
   * Whether the sender's microphone and camera are on; `screen`: the picture is a shared screen; `wantsVideo`: false if no picture
   * is to be sent to them; `prefers`: what of the pictures that are sent to them is to suffer last on a weak link.
   */
  fields({
    type: z.literal('media'),
    audio: z.boolean(),
    video: z.boolean(),
    screen: z.optional(z.boolean()),
    wantsVideo: z.optional(z.boolean()),
    prefers: z.optional(picturePreference),
  }),
  /** A4.29: the sender's picture is that of an AR camera without its background, colour and mask side by side. */
  fields({ type: z.literal('ar'), enabled: z.boolean() }),
  /** Entries of the sender's own log for a picture; `from` is the number of the first, counted from 0. */
  fields({ type: z.literal('drawing'), picUniqueId: id, edition, from: entryCount, entries: drawingEntries }),
  /** The sender has `from` entries of the receiver's log for a picture and requests the rest. */
  fields({ type: z.literal('askDrawing'), picUniqueId: id, edition, from: entryCount }),
  /** Where the sender points on a picture, in its pixels. */
  fields({ type: z.literal('laser'), picUniqueId: id, x: coordinate, y: coordinate }),
  /** A late participant requests the keys to messages that they cannot read. */
  fields({
    type: z.literal('askKeys'),
    items: z.array(entity({ kind: sealedKind, uniqueId: id })).check(z.maxLength(ASKED_KEYS_MAX)),
  }),
  ...livePeerMessages,
]);
export type PeerMessage = z.infer<typeof peerMessage>;

/** Largest text of a peer message; longer ones are dropped unread. */
export const PEER_MESSAGE_MAX = 256 * 1024;
