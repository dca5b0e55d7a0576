/** The calls of scenes, their triggers and markers (part D7). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { marker, sceneData, trigger, triggerType } from './entities';
import { contentId } from '../entities';
import { l, reading } from './reading';
import { fields } from '../wire';

/** The key of a place; 0: all of them. */
const place = z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0);

export const getScene = defineCall({
  ...reading,
  name: 'getScene',
  summary: 'A scene with the items on its markers',
  method: 'GET',
  path: '/api/scenes/{contentId}',
  query: () => fields({ l }),
  data: () => sceneData,
  errors: ['notFound'],
});

export const listTriggers = defineCall({
  ...reading,
  name: 'listTriggers',
  summary: 'The triggers of all scenes visible to the caller, or of one',
  method: 'GET',
  path: '/api/triggers',
  query: () => fields({ l, sid: z.optional(contentId), sType: z.optional(triggerType) }),
  data: () => z.array(trigger),
});

export const listMarkers = defineCall({
  ...reading,
  name: 'listMarkers',
  summary: 'The marker pictures of all scenes, or of those at a place',
  method: 'POST',
  path: '/api/markers',
  revalidated: false,
  query: () => fields({ place }),
  /** The user id changes nothing. */
  body: () => fields({ userId: z.optional(z.string()) }),
  data: () => z.array(marker),
});

export const getMarkerIndex = defineCall({
  ...reading,
  compressed: false,
  name: 'getMarkerIndex',
  summary: 'The index of the processed markers of all scenes, or of those at a place (`.evx`)',
  method: 'GET',
  path: '/api/markers',
  flag: 'index',
  answer: 'bytes',
  query: () => fields({ place }),
  data: () => z.instanceof(Uint8Array),
});
