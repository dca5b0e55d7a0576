/** The calls of the editor of scenes: their markers, and what stands on these. For operators and admins. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { CONTENT_TITLE_MAX, GALLERY_MAX } from '../constants';
import { contentId, id } from '../entities';
import { fields } from '../wire';
import { beacon, rating, sceneItemKinds, viewReason, viewStates } from './entities';

/** Most markers of a scene. */
export const SCENE_MARKERS_MAX = 50;
/** Most items of a scene. */
export const SCENE_ITEMS_MAX = 50;
/** Most beacons of a scene. */
export const SCENE_BEACONS_MAX = 20;
/** Latest start and end of a video: a day. */
export const VIDEO_SECONDS_MAX = 86_400;

/** In widths of the marker. */
const distance = z._default(z.number().check(z.minimum(-50), z.maximum(50)), 0);
const degrees = z._default(z.number().check(z.minimum(-360), z.maximum(360)), 0);
const seconds = z.number().check(z.minimum(0), z.maximum(VIDEO_SECONDS_MAX));
/** The title of an item in one language. */
export const sceneItemTitle = z._default(z.string().check(z.trim(), z.maxLength(CONTENT_TITLE_MAX)), '');
/** Where an item stands, how it is turned, its width, and which part of its video plays: for imports and the editor. */
export const sceneItemPlace = {
  hasAlpha: z._default(z.boolean(), false),
  x: distance,
  y: distance,
  z: distance,
  turnX: degrees,
  turnY: degrees,
  turnZ: degrees,
  width: z._default(z.number().check(z.gt(0), z.maximum(50)), 1),
  videoStart: z._default(seconds, 0),
  videoEnd: z._default(z.nullable(seconds), null),
} as const;

/** A marker of a scene. `state` and `rating` as of a view of a model. */
const editableMarker = fields({
  markerId: id,
  imageUrl: z.string(),
  rating,
  reason: z.nullable(viewReason),
  state: z.enum(viewStates),
});
export type EditableMarker = z.infer<typeof editableMarker>;

const item = {
  kind: z.enum(sceneItemKinds),
  /** Null: on every marker of the scene. */
  markerId: z.nullable(id),
  /** The content that a tap opens. */
  contentId: z.nullable(contentId),
  title: fields({ en: sceneItemTitle, it: sceneItemTitle }),
  ...sceneItemPlace,
};
const editableItem = fields({
  ...item,
  /** Of that content; null: there is none, or it has none. */
  contentTitle: z.nullable(z.string()),
  files: z.array(fields({ fileId: id, url: z.string() })),
});
export type EditableItem = z.infer<typeof editableItem>;

/** A file of an item: one that the scene has already, or a new one. */
const writtenFile = z.union([fields({ fileId: id }), fields({ base64: z.string().check(z.minLength(1)) })]);
const writtenItem = fields({ ...item, files: z._default(z.array(writtenFile).check(z.maxLength(GALLERY_MAX)), []) });
export type WrittenItem = z.output<typeof writtenItem>;

/** `version`: of the scene's content. */
const editableScene = fields({
  version: z.int(),
  markers: z.array(editableMarker),
  beacons: z.array(beacon),
  items: z.array(editableItem),
});
export type EditableScene = z.infer<typeof editableScene>;

const scene = { tag: 'Contents', path: '/api/scenes/{contentId}', data: () => editableScene } as const;
const markers = { ...scene, path: '/api/scenes/{contentId}/markers' } as const;
/** The version that the change was made from. */
const basedOn = z.int();
const pictureErrors = ['tooLarge', 'fileCutOff', 'notAnImage', 'tooManyPixels'] as const;
const glbErrors = ['notAGlb', 'glbOutside', 'glbLoop', 'glbTooDetailed', 'glbUnsupported'] as const;
const changeErrors = ['notAllowed', 'notFound', 'contentChanged'] as const;

export const getEditableScene = defineCall({
  ...scene,
  name: 'getEditableScene',
  scope: 'read',
  summary: 'For operators and admins: a scene for editing, with all languages',
  method: 'GET',
  flag: 'editing',
  errors: ['notAllowed', 'notFound'],
});

export const saveSceneItems = defineCall({
  ...scene,
  name: 'saveSceneItems',
  scope: 'write',
  summary: 'For operators and admins: replaces the items on the markers of a scene',
  method: 'PUT',
  flag: 'items',
  size: 'file',
  body: () =>
    // An empty list is not sent in a form.
    fields({ basedOn, items: z._default(z.array(writtenItem).check(z.maxLength(SCENE_ITEMS_MAX)), []) }),
  errors: [...changeErrors, ...pictureErrors, ...glbErrors, 'notAnMp4'],
});

export const saveSceneBeacons = defineCall({
  ...scene,
  name: 'saveSceneBeacons',
  scope: 'write',
  summary: 'For operators and admins: replaces the beacons of a scene',
  method: 'PUT',
  flag: 'beacons',
  body: () =>
    // An empty list is not sent in a form.
    fields({ basedOn, beacons: z._default(z.array(beacon).check(z.maxLength(SCENE_BEACONS_MAX)), []) }),
  errors: changeErrors,
});

export const addSceneMarker = defineCall({
  ...markers,
  name: 'addSceneMarker',
  scope: 'write',
  summary: 'For operators and admins: adds a marker to a scene, or replaces the picture of one',
  method: 'POST',
  size: 'file',
  body: () => fields({ basedOn, imageBase64: z.string().check(z.minLength(1)), replaces: z.optional(id) }),
  errors: [...changeErrors, ...pictureErrors, 'tooSmallToSee', 'conflict'],
});

export const deleteSceneMarker = defineCall({
  ...markers,
  name: 'deleteSceneMarker',
  scope: 'write',
  summary: 'For operators and admins: deletes a marker of a scene, with the items that are only on it',
  method: 'DELETE',
  body: () => fields({ basedOn, markerId: id }),
  errors: changeErrors,
});

export const processScene = defineCall({
  ...scene,
  name: 'processScene',
  scope: 'write',
  summary: 'For operators and admins: processes the markers of a scene; answers when done',
  method: 'POST',
  flag: 'process',
  errors: ['notAllowed', 'notFound', 'noViews', 'processingFailed'],
});
