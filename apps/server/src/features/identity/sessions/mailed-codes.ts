/** What holds for every code that goes out by mail: how it is kept, and how soon another may follow. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';

/**
 * HMAC-SHA-256 (RFC 2104) of a code, in base64url.
 * @param id whose or what the code is for: the same code for another has another hash
 */
export const codeHash = (key: Uint8Array, id: string, code: string): string =>
  createHmac('sha256', key).update(`${id}:${code}`).digest('base64url');

/** A token as it is stored. It is random and long: that needs no salt and no key. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Takes as long for a wrong one as for the right one. */
export const isSameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Between two mails to one address there is a pause.
 * @param last when the last one left
 * @throws ApiError `tooManyTries`
 */
export function requirePause({ clock, settings }: Context, last: Date | null): void {
  const waitMs = last ? last.getTime() + settings.codeResendSeconds * 1000 - clock.now().getTime() : 0;
  if (waitMs > 0) throw new ApiError('tooManyTries', undefined, { retryAfterSeconds: waitMs / 1000 });
}
