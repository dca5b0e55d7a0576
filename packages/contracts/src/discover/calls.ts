/** The calls of models, their views and key points (part D7). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import {
  discoverModel,
  keypoint,
  keypointBody,
  keypointItem,
  modelView,
  processedView,
  visitKeypoint,
} from './entities';
import { contentId, id } from '../entities';
import { l, reading } from './reading';
import { fields } from '../wire';

const bytes = z.instanceof(Uint8Array);
const oneModel = { tag: 'Contents', path: '/api/discover/models/{id}' } as const;
const views = { tag: 'Contents', path: '/api/discover/modelviews' } as const;
const oneView = { tag: 'Contents', path: '/api/discover/modelviews/{id}' } as const;
const keypoints = { tag: 'Contents', path: '/api/discover/keypoint' } as const;
const base64 = z.string().check(z.minLength(1));

export const getModel = defineCall({
  ...reading,
  ...oneModel,
  name: 'getModel',
  summary: 'A model, by the `extlId` of its content',
  method: 'GET',
  query: () => fields({ l }),
  data: () => discoverModel,
  errors: ['notFound'],
});

export const getModelIndex = defineCall({
  ...reading,
  ...oneModel,
  compressed: false,
  name: 'getModelIndex',
  summary: 'The index of the processed views of a model (`.evx`)',
  method: 'GET',
  flag: 'index',
  answer: 'bytes',
  data: () => bytes,
  errors: ['notFound'],
});

export const listModelKeypoints = defineCall({
  ...reading,
  ...oneModel,
  name: 'listModelKeypoints',
  summary: 'All key points of a model that the caller may see, with their contents',
  method: 'GET',
  flag: 'keypoints',
  query: () => fields({ l }),
  data: () => fields({ items: z.array(visitKeypoint) }),
  errors: ['notFound'],
});

export const processModel = defineCall({
  ...oneModel,
  name: 'processModel',
  summary: 'Processes the new and changed views of a model for visits, and answers when that is done',
  method: 'GET',
  flag: 'process',
  data: () => z.array(processedView),
  errors: ['notAllowed', 'notFound', 'noViews', 'processingFailed'],
});

export const cancelProcessing = defineCall({
  ...oneModel,
  name: 'cancelProcessing',
  summary: 'Takes the views of a model that are not processed yet out of the queue',
  method: 'DELETE',
  flag: 'process',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const getViewFile = defineCall({
  tag: 'Contents',
  name: 'getViewFile',
  summary: 'What recognition of a view needs (`.evw`), by the digest in an index; it never changes',
  method: 'GET',
  path: '/api/discover/views/{digest}',
  auth: 'open',
  callsAMinute: Number.POSITIVE_INFINITY,
  answer: 'bytes',
  data: () => bytes,
  errors: ['notFound'],
});

export const listModelViews = defineCall({
  ...reading,
  ...views,
  name: 'listModelViews',
  summary: 'The views of a model',
  method: 'GET',
  query: () => fields({ m: id }),
  data: () => z.array(modelView),
  errors: ['notFound'],
});

export const getViewImage = defineCall({
  ...reading,
  ...oneView,
  compressed: false,
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
  summary: 'Adds a view to a model; it is processed by `?process`',
  method: 'POST',
  size: 'file',
  body: () => fields({ modelUniqueId: id, imageBase64: base64 }),
  data: () => modelView,
  errors: [...pictureErrors, 'tooSmallToSee', 'conflict'],
});

export const maskModelView = defineCall({
  ...oneView,
  name: 'maskModelView',
  summary: 'Masks a view: what is not transparent in the mask is not recognized. An empty mask removes it',
  method: 'PUT',
  size: 'file',
  body: () => fields({ maskBase64: z.string() }),
  data: () => modelView,
  errors: pictureErrors,
});

export const deleteModelView = defineCall({
  ...oneView,
  name: 'deleteModelView',
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
  summary: 'Sets the key point of a content in a view: makes it, moves it or recolours it',
  method: 'POST',
  body: () => fields(keypointBody),
  data: () => keypoint,
  errors: ['notAllowed', 'notFound'],
});

export const deleteKeypoint = defineCall({
  ...keypoints,
  name: 'deleteKeypoint',
  summary: 'Deletes the key point of a content in a view',
  method: 'DELETE',
  body: () => fields({ viewUniqueId: id, contentId }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});
