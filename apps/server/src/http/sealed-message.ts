/** A message as people send it, in a call or in a room: its sealed words, and a file where there is one. */
import type { FileText, RecipientKey, Scheme } from '@earth/contracts';
import { ApiError } from './api-error';
import { checkSealedText, type FileInput, readSealedFile } from './sealed-input';

interface MessageInput {
  readonly message: string;
  readonly base64File?: FileText | undefined;
  readonly fileName?: string | undefined;
  readonly cryptoSchema: Scheme;
}

interface NamedFile extends FileInput {
  /** For people: without a path, and without anything that makes it look like another. */
  readonly name: string;
}

interface SealedMessage {
  /** Those of the words. */
  readonly keys: readonly RecipientKey[];
  readonly file: NamedFile | null;
}

/**
 * @param people the ids of those for whom it may be sealed
 * @param maxBytes the most plain bytes of its file
 * @throws ApiError `envelopeInvalid`, `recipientUnknown`, `invalidInput`, `tooLarge`
 */
export function readSealedMessage(
  { message, base64File, fileName, cryptoSchema: scheme }: MessageInput,
  people: ReadonlySet<string>,
  maxBytes: number,
): SealedMessage {
  const keys = checkSealedText({ field: 'message', value: message, scheme, people });
  if (base64File === undefined) return { keys, file: null };
  const name = safeFileName(fileName ?? '');
  if (!name) throw new ApiError('invalidInput', 'fileName');
  const file = readSealedFile({ field: 'base64file', value: base64File, scheme, people }, maxBytes);
  return { keys, file: { ...file, name } };
}

/** What stands behind the last slash, without control characters and those that turn the direction of writing. */
function safeFileName(name: string): string {
  const last = name.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').split(/[/\\]/);
  const [safe = ''] = last.slice(-1);
  return /^\.*$/.test(safe.trim()) ? '' : safe.trim();
}
