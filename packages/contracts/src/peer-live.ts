/** Peer messages about the live picture and the camera behind it. `docs/calls.md` says who may send which. */
import * as z from 'zod/mini';
import { id } from './entities';
import { fields } from './wire';

/** Of the width or the height of a picture, from its left and its top. */
const fraction = z.number().check(z.minimum(0), z.maximum(1));
const facing = z.enum(['environment', 'user']);
/** Times, as cameras count it: 1 is none. */
const zoom = z.number().check(z.minimum(0), z.maximum(1000));
const requestId = z.string().check(z.minLength(1), z.maxLength(64));

export const livePeerMessages = [
  /**
   * A controller asks whoever has the camera for a snapshot of it. It is stored under `requestId` as its `clientId`, which
   * the server keeps once, whoever of the two stores it.
   */
  fields({ type: z.literal('askSnapshot'), requestId }),
  /** `isTaken`: it is being stored. Otherwise it will not come, and who asked keeps the frame that they see. */
  fields({ type: z.literal('snapshotAnswer'), requestId, isTaken: z.boolean() }),
  /** Where the sender points in the live picture of the contact `of`; null: nowhere any more. */
  fields({ type: z.literal('point'), of: id, at: z.nullable(fields({ x: fraction, y: fraction })) }),
  /**
   * What the sender's camera can do, and is doing; `torch` and `zoom` null: it has none. `control`: what the receiver may do
   * with it, after asking.
   */
  fields({
    type: z.literal('cameraState'),
    control: z.enum(['none', 'asked', 'granted', 'refused']),
    facing,
    canFlip: z.boolean(),
    torch: z.nullable(z.boolean()),
    zoom: z.nullable(fields({ min: zoom, max: zoom, step: zoom, value: zoom })),
  }),
  /** A controller asks to be allowed to switch the receiver's camera. */
  fields({ type: z.literal('askCamera') }),
  /** Switches what is named. Without the receiver's consent it changes nothing. */
  fields({
    type: z.literal('camera'),
    torch: z.optional(z.boolean()),
    zoom: z.optional(zoom),
    facing: z.optional(facing),
  }),
] as const;
