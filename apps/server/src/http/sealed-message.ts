/** A message as people send it, in a call or in a room: its sealed words, and a file where there is one. */
import { CryptoSchema, type FileText, isBlank, type RecipientKey, readFileName, type Scheme } from '@earth/contracts';
import { ApiError } from './api-error';
import { isAsNamed } from './file-kinds';
import { checkSealedText, type FileInput, type Readers, readSealedFile } from './sealed-input';

interface MessageInput {
  readonly message: string;
  readonly base64File?: FileText | undefined;
  readonly fileName?: string | undefined;
  readonly fileSize?: number | undefined;
  readonly cryptoSchema: Scheme;
}

interface NamedFile extends FileInput {
  /** For people: no path, and without anything that makes it look like another. */
  readonly name: string;
}

interface SealedMessage {
  /** Those of the words. */
  readonly keys: readonly RecipientKey[];
  readonly file: NamedFile | null;
}

/** The size that the sender says, where the bytes can be so many. @throws ApiError `invalidInput` */
function sizeOf({ leastBytes, plainBytes }: FileInput, said = plainBytes): number {
  if (said < leastBytes || said > plainBytes) throw new ApiError('invalidInput', 'fileSize');
  return said;
}

/**
 * @param maxBytes the most plain bytes of its file
 * @throws ApiError `envelopeInvalid`, `recipientUnknown`, `invalidInput`, `tooLarge`; `otherKind` where what is not sealed is
 *   not what its name says
 */
export function readSealedMessage(
  { message, base64File, fileName, fileSize, cryptoSchema: scheme }: MessageInput,
  readers: Readers,
  maxBytes: number,
): SealedMessage {
  const keys = checkSealedText({ field: 'message', value: message, scheme, ...readers });
  if (base64File === undefined) {
    if (scheme === CryptoSchema.none && isBlank(message)) throw new ApiError('invalidInput', 'message');
    return { keys, file: null };
  }
  const name = readFileName(fileName ?? '');
  if (name === null) throw new ApiError('invalidInput', 'fileName');
  const field = 'base64file';
  const file = readSealedFile({ field, value: base64File, scheme, ...readers }, maxBytes);
  if (scheme === CryptoSchema.none && !isAsNamed(name, file.bytes)) throw new ApiError('otherKind', field);
  return { keys, file: { ...file, name, plainBytes: sizeOf(file, fileSize) } };
}
