/** The signals by which two pages exchange keys, as JSON: each has the sender's public key, so that none depends on an earlier one. */
import type { MediaKeySignal } from '@earth/contracts';

export type KeySignal =
  /** Asks for the newest key of the other page. */
  | { readonly type: 'hello'; readonly page: string }
  | {
      readonly type: 'key';
      readonly page: string;
      readonly number: number;
      readonly wrapped: string;
      /** What is sent is already encrypted with it. */
      readonly isUsed: boolean;
    }
  /** Confirms a key. */
  | { readonly type: 'received'; readonly page: string; readonly number: number };

export function writeKeySignal({ type, ...body }: KeySignal): Omit<MediaKeySignal, 'seal'> {
  return { type, body: JSON.stringify(body) };
}

/** Null if it is not valid: what another page sends is not trusted. */
export function readKeySignal({ type, body }: MediaKeySignal): KeySignal | null {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = Object(JSON.parse(body)) as typeof fields;
  } catch {
    return null;
  }
  const { page, number, wrapped, isUsed } = fields;
  if (typeof page !== 'string') return null;
  if (type === 'hello') return { type, page };
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return null;
  if (type === 'received') return { type, page, number };
  return typeof wrapped === 'string' ? { type, page, number, wrapped, isUsed: isUsed !== false } : null;
}
