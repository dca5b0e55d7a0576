/** A message in a call or a room: its sealed text, and an optional file. */
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
  /** The display name: without a path, and without characters that disguise the extension. */
  readonly name: string;
}

interface SealedMessage {
  /** The keys of the text. */
  readonly keys: readonly RecipientKey[];
  readonly file: NamedFile | null;
}

/** The size that the sender declares, if the bytes can be so many. @throws ApiError `invalidInput` */
function sizeOf({ leastBytes, plainBytes }: FileInput, declared = plainBytes): number {
  if (declared < leastBytes || declared > plainBytes) throw new ApiError('invalidInput', 'fileSize');
  return declared;
}

/**
 * @param maxBytes limit of the plain bytes of its file
 * @throws ApiError `envelopeInvalid`, `recipientUnknown`, `invalidInput`, `tooLarge`; `otherKind` if a file that is not sealed does
 * not match its name
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
