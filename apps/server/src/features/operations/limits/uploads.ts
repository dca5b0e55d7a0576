/** The bodies that are coming just now: few at once for each session and address, since each is held in memory whole. */
import { SMALL_BODY_BYTES } from '@earth/contracts';
import type { Settings } from '../../../config/settings';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** Somebody waits so long before trying again. */
const TRY_AGAIN_SECONDS = 3;

/** What a request is about to send. */
export interface Body {
  readonly principal: Principal;
  /** Of the network. */
  readonly address: string;
  /** As the request says, or as much as the call takes where it does not say. */
  readonly bytes: number;
}

/** More than any call without a file takes. */
export const isUpload = ({ bytes }: Pick<Body, 'bytes'>): boolean => bytes > SMALL_BODY_BYTES;

export interface Uploads {
  /** All bytes that are on their way. */
  readonly bytes: number;
  /** @returns what says that it is over @throws ApiError `tooManyUploads` */
  begin(body: Body): () => void;
}

export function createUploads({
  uploadsAtOnce,
  addressUploadsAtOnce,
}: Pick<Settings, 'uploadsAtOnce' | 'addressUploadsAtOnce'>): Uploads {
  const counts = new Map<string, number>();
  let underWay = 0;

  const add = (key: string, count: number) => {
    const sum = (counts.get(key) ?? 0) + count;
    if (sum > 0) counts.set(key, sum);
    else counts.delete(key);
  };
  const isFull = (key: string, max: number) => max > 0 && (counts.get(key) ?? 0) >= max;

  return {
    get bytes() {
      return underWay;
    },
    begin({ principal, address, bytes }) {
      const session = `session ${principal.sessionId}`;
      const from = `address ${address}`;
      if (isFull(session, uploadsAtOnce) || isFull(from, addressUploadsAtOnce))
        throw new ApiError('tooManyUploads', undefined, { retryAfterSeconds: TRY_AGAIN_SECONDS });
      add(session, 1);
      add(from, 1);
      underWay += bytes;
      return () => {
        add(session, -1);
        add(from, -1);
        underWay -= bytes;
      };
    },
  };
}
