/** What the people of a call say to each other over the data channel (A4.25–A4.28), as JSON text. */
import * as z from 'zod/mini';
import { coordinate, drawingEntries, edition, entryCount } from './drawing';
import { callPic, cryptoSchema, date, id, sealedKind } from './entities';
import { livePeerMessages } from './peer-live';
import { entity, fields } from './wire';

/** A2.1: the call screen shows the cameras, or the selected snapshot. */
export const guiMode = z.enum(['GUIMODE_LIVECAMERA', 'GUIMODE_ANNOTATIONS']);
export type GuiMode = z.infer<typeof guiMode>;

/** So many keys are asked for at once. */
export const ASKED_KEYS_MAX = 200;

/** Characters of a small picture, sealed. */
export const PREVIEW_MAX = 128 * 1024;

export const peerMessage = z.discriminatedUnion('type', [
  /** Public key exchange. The key counts only where it is the one that the server names for this contact. */
  fields({ type: z.literal('participant'), contact: entity({ uniqueId: id, publicKey: z.string() }) }),
  /** A chat message, sealed as it was posted; `clientId` joins it to the stored one. Of a file only its name and size. */
  fields({
    type: z.literal('msg'),
    clientId: z.string().check(z.maxLength(64)),
    message: z.string(),
    cryptoSchema,
    date,
    file: z.optional(entity({ name: z.string().check(z.maxLength(255)), size: z.int().check(z.minimum(0)) })),
  }),
  /** A file that its sender took back before it was stored: what `msg` showed under this id does not come. */
  fields({ type: z.literal('msgWithdrawn'), clientId: z.string().check(z.maxLength(64)) }),
  /** The snapshots that the sender knows of. */
  fields({ type: z.literal('pic'), pics: z.array(callPic).check(z.maxLength(500)) }),
  /**
   * A snapshot that the sender is storing under this `clientId`, small, sealed as a file is; null: it does not come.
   */
  fields({
    type: z.literal('picPreview'),
    clientId: z.string().check(z.minLength(1), z.maxLength(64)),
    cryptoSchema,
    preview: z.nullable(z.string().check(z.maxLength(PREVIEW_MAX))),
  }),
  fields({ type: z.literal('update_video_screen_state'), state: guiMode, picUniqueId: z.nullable(id) }),
  fields({ type: z.literal('onPicSelected'), picUniqueId: z.nullable(id) }),
  fields({ type: z.literal('askSelectedPic') }),
  /** Whether the sender's microphone and camera are on; `screen`: the picture is their screen. */
  fields({ type: z.literal('media'), audio: z.boolean(), video: z.boolean(), screen: z.optional(z.boolean()) }),
  /** Entries of the sender's own log for a picture; the first of them is the log's entry number `from`, counted from 0. */
  fields({ type: z.literal('drawing'), picUniqueId: id, edition, from: entryCount, entries: drawingEntries }),
  /** The sender has `from` entries of the receiver's log for a picture, and wants the others. */
  fields({ type: z.literal('askDrawing'), picUniqueId: id, edition, from: entryCount }),
  /** Where the sender points on a picture, in its pixels. */
  fields({ type: z.literal('laser'), picUniqueId: id, x: coordinate, y: coordinate }),
  /** Somebody who came later cannot read these, and asks whoever can for their keys. */
  fields({
    type: z.literal('askKeys'),
    items: z.array(entity({ kind: sealedKind, uniqueId: id })).check(z.maxLength(ASKED_KEYS_MAX)),
  }),
  ...livePeerMessages,
]);
export type PeerMessage = z.infer<typeof peerMessage>;

/** Largest text of a peer message; what is longer is dropped unread. */
export const PEER_MESSAGE_MAX = 256 * 1024;
