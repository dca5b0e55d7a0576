/** What several calls take of what people write, photograph and draw. */
import * as z from 'zod/mini';
import { cryptoSchema } from './entities';
import { fields } from './wire';

/** The documents write the body's field in small letters. */
export const small = { cryptoSchema: 'cryptoschema' } as const;

/** The sender's own id of what is sent: the same again makes no second one. */
export const clientId = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/**
 * A message into a call or a room, with a file or without.
 * @param longest of its sealed words, in characters
 */
export const messageBody = (longest: number) =>
  fields(
    {
      message: z.string().check(z.minLength(1), z.maxLength(longest)),
      base64File: z.optional(z.string().check(z.minLength(1))),
      fileName: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
      cryptoSchema,
      clientId,
    },
    { ...small, base64File: 'base64file' },
  );
