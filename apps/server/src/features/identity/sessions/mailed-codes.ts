/** Rules of all codes that are sent by mail: hashing, and the pause between two mails. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';

/**
 * HMAC-SHA-256 (RFC 2104) of a code, in base64url.
 * @param id what the code is for: the same code for another id has another hash
 */
export const codeHash = (key: Uint8Array, id: string, code: string): string =>
  createHmac('sha256', key).update(`${id}:${code}`).digest('base64url');

/** Hash of a token, as stored. A token is random and long, so it needs no salt and no key. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Constant-time comparison. */
export const isSameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Requires a pause between two mails to one address.
 * @param last when the last one was sent
 * @throws ApiError `tooManyTries`
 */
export function requirePause({ clock, settings }: Context, last: Date | null): void {
  const waitMs = last ? last.getTime() + settings.codeResendSeconds * 1000 - clock.now().getTime() : 0;
  if (waitMs > 0) throw new ApiError('tooManyTries', undefined, { retryAfterSeconds: waitMs / 1000 });
}
