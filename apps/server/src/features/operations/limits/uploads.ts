/** Bodies in progress: a few at a time per session and address, since each is held in memory whole. */
import { SMALL_BODY_BYTES } from '@earth/contracts';
import type { Settings } from '../../../config/settings';
import { ApiError } from '../../../http/api-error';
import type { Body } from '../../../http/limits';
import { sessionOf } from './subjects';

/** Retry-After of a refused upload. */
const TRY_AGAIN_SECONDS = 3;

/** More than any call without a file takes. */
export const isUpload = ({ bytes }: Pick<Body, 'bytes'>): boolean => bytes > SMALL_BODY_BYTES;

export interface Uploads {
  /** All bytes in progress. */
  readonly bytes: number;
  /** @returns a function to call when it is over @throws ApiError `tooManyUploads` */
  begin(body: Body): () => void;
}

export function createUploads({
  uploadsAtOnce,
  addressUploadsAtOnce,
}: Pick<Settings, 'uploadsAtOnce' | 'addressUploadsAtOnce'>): Uploads {
  const counts = new Map<string, number>();
  let bytesInProgress = 0;

  const add = (key: string, count: number) => {
    const sum = (counts.get(key) ?? 0) + count;
    if (sum > 0) counts.set(key, sum);
    else counts.delete(key);
  };
  const isFull = (key: string, max: number) => max > 0 && (counts.get(key) ?? 0) >= max;

  return {
    get bytes() {
      return bytesInProgress;
    },
    begin({ principal, address, bytes }) {
      const session = `session ${sessionOf(principal)}`;
      const from = `address ${address}`;
      if (isFull(session, uploadsAtOnce) || isFull(from, addressUploadsAtOnce))
        throw new ApiError('tooManyUploads', undefined, { retryAfterSeconds: TRY_AGAIN_SECONDS });
      add(session, 1);
      add(from, 1);
      bytesInProgress += bytes;
      return () => {
        add(session, -1);
        add(from, -1);
        bytesInProgress -= bytes;
      };
    },
  };
}
