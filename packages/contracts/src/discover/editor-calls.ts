/** The calls of the editors of views and key points (part D7). Apart from those of visits, which visitors' pages load. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { contentId, id } from '../entities';
import { fields } from '../wire';
import { keypoint, keypointBody, keypointItem, modelView, processedView } from './entities';
import { l, reading } from './reading';

const oneModel = { tag: 'Contents', path: '/api/discover/models/{id}' } as const;
const views = { tag: 'Contents', path: '/api/discover/modelviews' } as const;
const oneView = { tag: 'Contents', path: '/api/discover/modelviews/{id}' } as const;
const keypoints = { tag: 'Contents', path: '/api/discover/keypoint' } as const;
const base64 = z.string().check(z.minLength(1));

export const processModel = defineCall({
  ...oneModel,
  name: 'processModel',
  scope: 'write',
  summary: 'Processes the new and changed views of a model for visits; answers when done',
  method: 'GET',
  flag: 'process',
  data: () => z.array(processedView),
  errors: ['notAllowed', 'notFound', 'noViews', 'processingFailed'],
});

export const cancelProcessing = defineCall({
  ...oneModel,
  name: 'cancelProcessing',
  scope: 'write',
  summary: 'Removes the unprocessed views of a model from the queue',
  method: 'DELETE',
  flag: 'process',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const getViewImage = defineCall({
  ...reading,
  ...oneView,
  compressed: false,
  // For editors: each is made for the call.
  callsAMinute: 300,
  name: 'getViewImage',
  summary: 'The picture of a view, as PNG in base64',
  method: 'GET',
  flag: 'getImage',
  data: () => z.string(),
  errors: ['notFound'],
});

export const getViewLayer = defineCall({
  ...reading,
  ...oneView,
  compressed: false,
  // For editors: each is made for the call.
  callsAMinute: 300,
  name: 'getViewLayer',
  summary: 'The mask of a view, as PNG in base64, or `file not found`',
  method: 'GET',
  flag: 'getLayer',
  data: () => z.string(),
  errors: ['notFound'],
});

const pictureErrors = ['notAllowed', 'notFound', 'tooLarge', 'fileCutOff', 'notAnImage', 'tooManyPixels'] as const;

export const addModelView = defineCall({
  ...views,
  name: 'addModelView',
  scope: 'write',
  summary: 'Adds a view to a model; it is processed by `?process`',
  method: 'POST',
  size: 'file',
  body: () => fields({ modelUniqueId: id, imageBase64: base64 }),
  data: () => modelView,
  errors: [...pictureErrors, 'tooSmallToSee', 'conflict', 'tooManyViews'],
});

export const maskModelView = defineCall({
  ...oneView,
  name: 'maskModelView',
  scope: 'write',
  summary:
    'Masks a view: the opaque parts of the mask, which has the size of the view, are excluded from recognition. An empty mask removes it',
  method: 'PUT',
  size: 'file',
  /** `basedOn`: the version of the mask that it was made from; without it, whatever is stored is replaced. */
  body: () => fields({ maskBase64: z.string(), basedOn: z.optional(z.int()) }),
  data: () => modelView,
  errors: [...pictureErrors, 'otherSize', 'contentChanged'],
});

export const deleteModelView = defineCall({
  ...oneView,
  name: 'deleteModelView',
  scope: 'write',
  summary: 'Deletes a view with its key points',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const listKeypoints = defineCall({
  ...reading,
  ...keypoints,
  name: 'listKeypoints',
  summary: 'The key points of a view',
  method: 'GET',
  query: () => fields({ mvId: id }),
  data: () => z.array(keypoint),
  errors: ['notFound'],
});

export const getKeypoint = defineCall({
  ...reading,
  tag: 'Contents',
  path: '/api/discover/keypoint/{id}',
  name: 'getKeypoint',
  summary: 'A key point with its content',
  method: 'GET',
  query: () => fields({ l }),
  data: () => keypointItem,
  errors: ['notFound'],
});

export const saveKeypoint = defineCall({
  ...keypoints,
  name: 'saveKeypoint',
  scope: 'write',
  summary: 'Creates, moves or recolours the key point of a content in a view',
  method: 'POST',
  body: () => fields(keypointBody),
  data: () => keypoint,
  errors: ['notAllowed', 'notFound', 'tooManyPoints'],
});

export const deleteKeypoint = defineCall({
  ...keypoints,
  name: 'deleteKeypoint',
  scope: 'write',
  summary: 'Deletes the key point of a content in a view',
  method: 'DELETE',
  body: () => fields({ viewUniqueId: id, contentId }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});
