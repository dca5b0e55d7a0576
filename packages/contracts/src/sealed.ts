/** Input that several calls share for sealed text, pictures and drawings. */
import * as z from 'zod/mini';

/** The field of a body is written in small letters. */
export const small = { cryptoSchema: 'cryptoschema' } as const;

/** The sender's own id of a message: sending it again makes no second one. */
export const clientId = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));
