/** Input that several calls share for sealed text, pictures and drawings. */
import * as z from 'zod/mini';
import { ROOM_TEXT_MAX, SEALED_TEXT_MAX } from './constants';
import { cryptoSchema, fileText } from './entities';
import { fields } from './wire';

/** The field of a body is written in small letters. */
export const small = { cryptoSchema: 'cryptoschema' } as const;

/** The sender's own id of a message: sending it again makes no second one. */
export const clientId = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/** @param longest sealed text, in characters */
const messageShape = (longest: number) => ({
  message: z.string().check(z.minLength(1), z.maxLength(longest)),
  base64File: z.optional(fileText),
  fileName: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Size of the plain file in bytes; under scheme 1 the server knows it to within 15 bytes. */
  fileSize: z.optional(z.int().check(z.minimum(0))),
  cryptoSchema,
  clientId,
});
const messageNames = { ...small, base64File: 'base64file' } as const;

/** A message to a call, with a file or without. */
export const callMessageBody = fields(messageShape(SEALED_TEXT_MAX), messageNames);

/** A message to a room: a large picture may have a preview beside it. */
export const roomMessageBody = fields(
  { ...messageShape(ROOM_TEXT_MAX), base64Preview: z.optional(fileText) },
  { ...messageNames, base64Preview: 'base64preview' },
);
