/** The calls of visits: models, their key points, and what a device downloads (part D7). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id } from '../entities';
import { fields } from '../wire';
import { discoverModel, modelView, visitKeypoint } from './entities';
import { l, reading } from './reading';

const bytes = z.instanceof(Uint8Array);
const oneModel = { tag: 'Contents', path: '/api/discover/models/{id}' } as const;

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
  summary: 'All key points of a model that are visible to the caller, with their contents',
  method: 'GET',
  flag: 'keypoints',
  query: () => fields({ l }),
  data: () => fields({ items: z.array(visitKeypoint) }),
  errors: ['notFound'],
});

export const getViewFile = defineCall({
  tag: 'Contents',
  name: 'getViewFile',
  summary: 'The recognition data of a view (`.evw`), by the digest in an index; they never change',
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
  path: '/api/discover/modelviews',
  name: 'listModelViews',
  summary: 'The views of a model',
  method: 'GET',
  query: () => fields({ m: id }),
  data: () => z.array(modelView),
  errors: ['notFound'],
});
