/** What the envelopes of all schemes have in common. */
import { decode, type RecipientKey, type SealedEnvelope } from '@earth/contracts';
import type * as z from 'zod/mini';
import type { Reader } from './people';

/** An envelope out of its JSON text, or null where it is none. */
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

/** The reader's own key in it: the first of several. */
export const findKey = (
  { recipientKeys }: SealedEnvelope,
  { uniqueId }: Pick<Reader, 'uniqueId'>,
): RecipientKey | undefined => recipientKeys.find(({ recipientId }) => recipientId === uniqueId);
