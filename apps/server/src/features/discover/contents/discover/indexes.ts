/** What a device downloads to recognize views: one index, and then the views that may be in its picture. */
import { createHash } from 'node:crypto';
import { encodeIndex, VIEW_FORMAT } from '@earth/vision';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import type { BytesAnswer } from '../../../../http/send-bytes';
import { FOR_EVER } from '../../../../http/send-blob';
import { viewerOf } from '../policy';
import * as store from './store';

/** The index of a model, or of markers. Its tag is made of the digests, so that an unchanged one is not read. */
export async function indexOf(
  { pool }: Pick<Context, 'pool'>,
  principal: Caller | null,
  scope: store.IndexScope,
): Promise<BytesAnswer> {
  const viewer = viewerOf(principal);
  const views = await store.findIndexed(pool, viewer, VIEW_FORMAT, scope);
  const hash = createHash('sha1').update(`${VIEW_FORMAT}`);
  for (const { id, digest } of views) hash.update(` ${id} ${digest}`);
  return {
    etag: hash.digest('base64url'),
    cacheControl: principal === null ? 'no-cache' : 'private, no-cache',
    read: async () => encodeIndex(await store.findRecords(pool, viewer, VIEW_FORMAT, scope)),
  };
}

/** @throws ApiError `notFound` */
export async function viewFileOf({ pool }: Pick<Context, 'pool'>, digest: string): Promise<BytesAnswer> {
  const bytes = await store.findViewFile(pool, digest);
  if (!bytes) throw new ApiError('notFound');
  return { etag: digest, cacheControl: FOR_EVER, read: async () => bytes };
}
