/** Peer messages about the live picture and its camera. `docs/calls.md` says who may send which. */
import * as z from 'zod/mini';
import { edition } from './drawing';
import { id } from './entities';
import { fields } from './wire';

/** Fraction of a picture's width or height, from its left and top. */
const fraction = z.number().check(z.minimum(0), z.maximum(1));
const spot = fields({ x: fraction, y: fraction });
/** Most positions that a message adds to a line. */
export const LIVE_WAY_MAX = 64;
const facing = z.enum(['environment', 'user']);
/** Zoom factor as cameras count it: 1 is none. */
const zoom = z.number().check(z.minimum(0), z.maximum(1000));
const requestId = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * How far a picture is reduced, so that the sound gets through a weak link: in size, then in rate, then to a still picture every second
 * or two.
 */
const pictureLevel = z.enum(['full', 'small', 'slow', 'still']);
export type PictureLevel = z.infer<typeof pictureLevel>;

/** `sharp`: details before movement; `smooth`: the other way round. */
export const picturePreference = z.enum(['sharp', 'smooth']);
export type PicturePreference = z.infer<typeof picturePreference>;

export const livePeerMessages = [
  /**
   * A controller requests a snapshot from the device with the camera. It is stored with `requestId` as its `clientId`, which the
   * server accepts once, whichever of the two stores it.
   */
  fields({ type: z.literal('askSnapshot'), requestId }),
  /** `isTaken`: it is being stored. Otherwise the requester keeps the frame that they see. */
  fields({ type: z.literal('snapshotAnswer'), requestId, isTaken: z.boolean() }),
  /**
   * Where the sender points in the live picture of the contact `of`. Null: nowhere. `line`: they draw there, too; `way` continues the
   * line with this `id`, or begins it. An older client shows the pointer alone.
   */
  fields({
    type: z.literal('point'),
    of: id,
    at: z.nullable(spot),
    line: z.optional(
      fields({
        id: edition,
        way: z.array(spot).check(z.minLength(1), z.maxLength(LIVE_WAY_MAX)),
      }),
    ),
  }),
  /**
   * Abilities and state of the sender's camera; `torch` and `zoom` are null if it has none. `control`: what the receiver may do with
   * it, after a request.
   */
  fields({
    type: z.literal('cameraState'),
    control: z.enum(['none', 'asked', 'granted', 'refused']),
    facing,
    canFlip: z.boolean(),
    torch: z.nullable(z.boolean()),
    zoom: z.nullable(fields({ min: zoom, max: zoom, step: zoom, value: zoom })),
  }),
  /** A controller requests permission to control the receiver's camera. */
  fields({ type: z.literal('askCamera') }),
  /** Changes the named settings; without the receiver's consent nothing. */
  fields({
    type: z.literal('camera'),
    torch: z.optional(z.boolean()),
    zoom: z.optional(zoom),
    facing: z.optional(facing),
  }),
  /** The sender has seen no picture of the receiver yet: the next one is to be a whole one (a key frame). */
  fields({ type: z.literal('keyFrame') }),
  /** The level of the picture that the sender sends to the receiver; before the first it is `full`. */
  fields({ type: z.literal('pictureLevel'), level: pictureLevel }),
  /**
   * A controller asks for consent to record the call, or records it, or does so no more. The same `askId`: an answer given before
   * still counts.
   */
  fields({ type: z.literal('recording'), askId: id, state: z.enum(['asks', 'records', 'off']) }),
  /** The answer to it. It can be withdrawn by another one. */
  fields({ type: z.literal('recordingAnswer'), askId: id, agrees: z.boolean() }),
] as const;
