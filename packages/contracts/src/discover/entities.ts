/** Data of the camera: models with their views and key points, markers, triggers and scenes. See `docs/contents.md`. */
import * as z from 'zod/mini';
import { TriggerType } from '../constants';
import { contentItem } from '../contents';
import { contentId, id } from '../entities';
import { fields } from '../wire';

/**
 * Why a view is hard or impossible to recognize. `alike`: another view of the model, or another marker of the scene, is taken for it.
 * `tooFew`: too few points. `uneven`: all of them in one part. `repeats`: its parts look alike. `smooth`: no structure is left at a
 * distance. `tooSmall`: too few pixels. `masked`: the mask leaves too little. `twice`: another view of the model, or another marker of the
 * scene, is the same picture. `unreadable`: the picture cannot be decoded. `failed`: the server could not process it.
 */
export const viewReasons = [
  'alike',
  'tooFew',
  'uneven',
  'repeats',
  'smooth',
  'tooSmall',
  'masked',
  'twice',
  'unreadable',
  'failed',
] as const;
export const viewReason = z.enum(viewReasons);
export type ViewReason = z.infer<typeof viewReason>;

/** From 0, never recognized, to 5. Null: not processed yet. */
export const rating = z.nullable(z.int().check(z.minimum(0), z.maximum(5)));
const color = z.string().check(z.regex(/^#[\da-f]{6}$/i));

/** A model that can be visited, with the content that describes it. `viewsBytes`: the size of the index of its processed views. */
export const discoverModel = fields({
  uniqueId: id,
  contentId,
  contentData: contentItem,
  viewsCount: z.int(),
  viewsBytes: z.int(),
});
export type DiscoverModel = z.infer<typeof discoverModel>;

const processedFields = { uniqueId: id, rating, reason: z.nullable(viewReason), keyPointsCount: z.int() };
/** The result of processing a view (D7.15). */
export const processedView = fields(processedFields);
export type ProcessedView = z.infer<typeof processedView>;

/** `queued`: it is being processed, or waits for it. `changed`: its mask has changed since it was processed. */
export const viewStates = ['new', 'queued', 'processed', 'changed'] as const;
export type ViewState = (typeof viewStates)[number];

/** A view of a model (D3.11). `id`: its number among the views. Width and height in pixels. `maskVersion` grows with each change of its mask. */
export const modelView = fields({
  ...processedFields,
  id: z.int(),
  modelUniqueId: id,
  maskVersion: z.int(),
  state: z.enum(viewStates),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
});
export type ModelView = z.infer<typeof modelView>;

/** What `?getLayer` answers if a view has no mask. */
export const NO_LAYER = 'file not found';

const keypointFields = {
  keypointUniqueId: id,
  viewUniqueId: id,
  contentId,
  /** In pixels of the view's picture. */
  posX: z.number(),
  posY: z.number(),
  color,
};
/** A key point (D3.12). */
export const keypoint = fields(keypointFields);
export type Keypoint = z.infer<typeof keypoint>;
export const keypointItem = fields({ ...keypointFields, contentData: contentItem });
/** `width` and `height`: of the view's picture. */
export const visitKeypoint = fields({ ...keypointFields, width: z.int(), height: z.int(), contentData: contentItem });
export type VisitKeypoint = z.infer<typeof visitKeypoint>;

/** The colour of a key point that an editor has just made (D9.19). */
export const NEW_KEYPOINT_COLOR = '#ff0000';
/** Longest side that a position may lie on: no picture has more pixels. */
const PIXELS_MAX = 16_383;
const pixels = z.number().check(z.minimum(0), z.maximum(PIXELS_MAX));
export const keypointBody = {
  viewUniqueId: id,
  contentId,
  posX: pixels,
  posY: pixels,
  color: z._default(color, NEW_KEYPOINT_COLOR),
} as const;

/** A marker picture. `viewId`: its entry of the index; null: it is not processed, or cannot be recognized. */
export const marker = fields({
  imageUrl: z.string(),
  viewId: z.nullable(id),
  sceneId: contentId,
  rating,
  reason: z.nullable(viewReason),
});
export type Marker = z.infer<typeof marker>;

export const triggerType = z.literal(Object.values(TriggerType));

/** How near a beacon has to be: at arm's length, or within about three metres. */
export const beaconRanges = ['immediate', 'near'] as const;
/** A number of two bytes. */
const beaconNumber = z.int().check(z.minimum(0), z.maximum(65_535));
/**
 * An iBeacon (Apple's «Proximity Beacon Specification»), by what it sends. Its UUID need not be one of RFC 9562: any 16 bytes are allowed.
 * `range`: null if its scene is offered wherever it is received.
 */
export const beacon = fields({
  uuid: z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i), z.toLowerCase()),
  major: beaconNumber,
  minor: beaconNumber,
  range: z._default(z.nullable(z.enum(beaconRanges)), null),
});
export type Beacon = z.output<typeof beacon>;

/** Trigger of the scene `sid`, whose title it has. `beacon`: null if the trigger is a picture. `viewId` as of a marker. */
export const trigger = fields({
  id: contentId,
  sid: contentId,
  title: z.string(),
  sType: triggerType,
  imageUrl: z.nullable(z.string()),
  beacon: z.nullable(beacon),
  viewId: z.nullable(id),
});
export type Trigger = z.infer<typeof trigger>;

export const sceneItemKinds = ['picture', 'gallery', 'video', 'model', 'info'] as const;
export type SceneItemKind = (typeof sceneItemKinds)[number];

const triple = z.tuple([z.number(), z.number(), z.number()]);
/**
 * What stands on a marker. Coordinates of the marker: the origin is its centre, its width is 1; x to the right, y to the picture's top, z
 * out of the picture toward the viewer.
 */
export const sceneItem = fields({
  id: contentId,
  /** Null: on every marker of the scene. */
  triggerId: z.nullable(contentId),
  kind: z.enum(sceneItemKinds),
  /** The content that a tap opens. */
  contentId: z.nullable(contentId),
  title: z.string(),
  /** The pictures of a gallery; one for a picture, a video and a model; none for an info card. */
  urls: z.array(z.string()),
  /** Of a video: its right half is the opacity of its left half. */
  hasAlpha: z.boolean(),
  /** Of a video: the part that plays, in seconds. Null: to its end. */
  videoStart: z.number(),
  videoEnd: z.nullable(z.number()),
  position: triple,
  /** Degrees about x, y and z. */
  rotation: triple,
  width: z.number(),
});
export type SceneItem = z.infer<typeof sceneItem>;

export const sceneData = fields({ ...contentItem.shape, scene: fields({ items: z.array(sceneItem) }) });
export type SceneData = z.infer<typeof sceneData>;
