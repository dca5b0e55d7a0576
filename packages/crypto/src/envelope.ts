/** What the envelopes of all schemes share. */
import { decode, type RecipientKey, type SealedEnvelope } from '@earth/contracts';
import type * as z from 'zod/mini';
import type { Reader } from './people';

/** Parses the JSON text of an envelope; null if it is invalid. */
export function readEnvelope<S extends z.ZodMiniType>(schema: S, json: string): z.infer<S> | null {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return null;
  }
  const decoded = decode(schema, raw);
  return decoded.success ? decoded.data : null;
}

/** The reader's own key in an envelope, the first if there are several. */
export const findKey = (
  { recipientKeys }: SealedEnvelope,
  { uniqueId }: Pick<Reader, 'uniqueId'>,
): RecipientKey | undefined => recipientKeys.find(({ recipientId }) => recipientId === uniqueId);
