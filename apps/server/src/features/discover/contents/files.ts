/** Checks base64 files of contents: that they are complete, and of the declared kind. */
import type { ErrorName } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import { isBoxed, isPdf, isTagged } from '../../../http/file-kinds';
import { readBase64 } from '../../../http/sealed-input';
import { glbProblem } from './glb';

/** Why a file is refused. */
type Problem =
  | Extract<ErrorName, 'fileCutOff' | 'notAPdf' | 'notAnMp3' | 'notAnMp4'>
  | NonNullable<ReturnType<typeof glbProblem>>;

/** @throws ApiError `invalidInput` if it is not base64, `tooLarge` */
export function bytesOf(field: string, base64: string, maxBytes: number): Buffer {
  // Some clients break it into lines; a data URL may have parameters besides its type (RFC 2397).
  const bytes = readBase64(base64.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s/g, ''));
  if (!bytes?.length) throw new ApiError('invalidInput', field);
  if (bytes.length > maxBytes) throw new ApiError('tooLarge', field);
  return bytes;
}

/** ISO 32000-1, 7.5: begins with its version, ends with a marker. */
function pdfProblem(bytes: Buffer): Problem | null {
  if (!isPdf(bytes)) return 'notAPdf';
  return bytes.subarray(-1024).includes('%%EOF') ? null : 'fileCutOff';
}

const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HERTZ = [44_100, 48_000, 32_000];
const MPEG_1 = 3;
const MPEG_2 = 2;

/** The length of the frame of MPEG audio layer III that begins here (ISO 11172-3, 2.4.1.3); null if there is none. */
function frameLength(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const head = bytes.readUInt32BE(at);
  const version = (head >>> 19) & 3;
  const bitrate = (head >>> 12) & 15;
  const rate = HERTZ[(head >>> 10) & 3];
  const isLayer3 = head >>> 21 === 0x7ff && ((head >>> 17) & 3) === 1 && version !== 1;
  const kbits = (version === MPEG_1 ? KBITS_1 : KBITS_2)[bitrate];
  if (!isLayer3 || !kbits || rate === undefined) return null;
  const hertz = version === MPEG_1 ? rate : version === MPEG_2 ? rate / 2 : rate / 4;
  const padding = (head >>> 9) & 1;
  return Math.floor(((version === MPEG_1 ? 144_000 : 72_000) * kbits) / hertz) + padding;
}

/** Checks frame after frame, after an optional ID3 tag; the last frame may be followed by another tag. */
function mp3Problem(bytes: Buffer): Problem | null {
  let at = 0;
  if (bytes.length >= 10 && isTagged(bytes)) {
    const size = [6, 7, 8, 9].reduce((sum, index) => (sum << 7) | ((bytes[index] ?? 0) & 0x7f), 0);
    at = 10 + size;
    if (at > bytes.length) return 'fileCutOff';
  }
  let frames = 0;
  for (let length = frameLength(bytes, at); length !== null; length = frameLength(bytes, at)) {
    at += length;
    frames += 1;
    if (at > bytes.length) return 'fileCutOff';
  }
  // A single frame could be chance.
  return frames >= 2 ? null : 'notAnMp3';
}

/** ISO 14496-12, 4.2: boxes that begin with their length. */
function mp4Problem(bytes: Buffer): Problem | null {
  if (bytes.length < 16 || !isBoxed(bytes)) return 'notAnMp4';
  let hasMovie = false;
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return 'fileCutOff';
    const size = bytes.readUInt32BE(at);
    if (size === 1 && at + 16 > bytes.length) return 'fileCutOff';
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? bytes.length - at : size;
    if (length < 8 || at + length > bytes.length) return 'fileCutOff';
    hasMovie ||= bytes.toString('latin1', at + 4, at + 8) === 'moov';
    at += length;
  }
  return hasMovie ? null : 'fileCutOff';
}

const kinds = {
  attchm: { ending: 'pdf', type: 'application/pdf', problemOf: pdfProblem },
  audio: { ending: 'mp3', type: 'audio/mpeg', problemOf: mp3Problem },
  video: { ending: 'mp4', type: 'video/mp4', problemOf: mp4Problem },
  model: { ending: 'glb', type: 'model/gltf-binary', problemOf: glbProblem },
} as const;
export type PlainKind = keyof typeof kinds;

/** @returns the extension of its name. @throws ApiError for its kind, or `fileCutOff` */
export function checkFile(kind: PlainKind, field: string, bytes: Buffer): string {
  const problem = kinds[kind].problemOf(bytes);
  if (problem) throw new ApiError(problem, field);
  return kinds[kind].ending;
}

const pictureTypes = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const;

/** The media type of a part of a stored file, by its extension. */
export const typeOf = (part: string): string => {
  const ending = part.split('.').at(-1) ?? '';
  const kind = Object.values(kinds).find((one) => one.ending === ending);
  return kind?.type ?? Object.entries(pictureTypes).find(([one]) => one === ending)?.[1] ?? 'application/octet-stream';
};
