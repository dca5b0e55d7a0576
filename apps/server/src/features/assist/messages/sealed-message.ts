/** A message as it comes: its sealed text, an optional file, and a preview of that. */
import {
  CryptoSchema,
  type FileText,
  isBlank,
  PREVIEW_BYTES_MAX,
  type RecipientKey,
  readFileName,
  type Scheme,
} from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import { isAsNamed, pictureEnding } from '../../../http/file-kinds';
import { checkSealedText, type FileInput, type Readers, readSealedFile } from '../../../http/sealed-input';

interface MessageInput {
  readonly message: string;
  readonly base64File?: FileText | undefined;
  readonly base64Preview?: FileText | undefined;
  readonly fileName?: string | undefined;
  readonly fileSize?: number | undefined;
  readonly cryptoSchema: Scheme;
}

interface NamedFile extends FileInput {
  /** The display name: without a path, and without characters that disguise the extension. */
  readonly name: string;
}

export interface SealedMessage {
  /** The keys of the text. */
  readonly keys: readonly RecipientKey[];
  readonly file: NamedFile | null;
  readonly preview: FileInput | null;
}

/** The size that the sender declares, if the bytes can be so many. @throws ApiError `invalidInput` */
function sizeOf({ leastBytes, plainBytes }: FileInput, declared = plainBytes): number {
  if (declared < leastBytes || declared > plainBytes) throw new ApiError('invalidInput', 'fileSize');
  return declared;
}

/**
 * @param maxBytes limit of the plain bytes of its file
 * @throws ApiError `envelopeInvalid`, `recipientUnknown`, `invalidInput`, `tooLarge`; `otherKind` if a file that is not sealed does
 * not match its name, `notAnImage` if a preview is neither sealed nor a picture
 */
export function readSealedMessage(input: MessageInput, readers: Readers, maxBytes: number): SealedMessage {
  const { message, base64File, fileName, fileSize, cryptoSchema: scheme } = input;
  const keys = checkSealedText({ field: 'message', value: message, scheme, ...readers });
  if (base64File === undefined) {
    if (input.base64Preview !== undefined) throw new ApiError('invalidInput', 'base64preview');
    if (scheme === CryptoSchema.none && isBlank(message)) throw new ApiError('invalidInput', 'message');
    return { keys, file: null, preview: null };
  }
  const name = readFileName(fileName ?? '');
  if (name === null) throw new ApiError('invalidInput', 'fileName');
  const field = 'base64file';
  const file = readSealedFile({ field, value: base64File, scheme, ...readers }, maxBytes);
  if (scheme === CryptoSchema.none && !isAsNamed(name, file.bytes)) throw new ApiError('otherKind', field);
  return {
    keys,
    file: { ...file, name, plainBytes: sizeOf(file, fileSize) },
    preview: readPreview(input, readers),
  };
}

function readPreview({ base64Preview: value, cryptoSchema: scheme }: MessageInput, readers: Readers): FileInput | null {
  if (value === undefined) return null;
  const field = 'base64preview';
  const preview = readSealedFile({ field, value, scheme, ...readers }, PREVIEW_BYTES_MAX);
  if (scheme === CryptoSchema.none && pictureEnding(preview.bytes) === null) throw new ApiError('notAnImage', field);
  return preview;
}
