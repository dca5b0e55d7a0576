/** Reading the files that are chosen: what is not what it says, or is too large, is refused before anything is sent. */
import type { FileValue } from './values';

export type FileKind = 'picture' | 'pdf' | 'mp3' | 'mp4' | 'glb';
export type FileProblem =
  | 'notPdf'
  | 'notMp3'
  | 'notMp4'
  | 'notGlb'
  | 'notPicture'
  | 'cutOff'
  | 'tooLarge'
  | 'unreadable';

export const acceptedTypes: Readonly<Record<FileKind, string>> = {
  picture: 'image/jpeg,image/png,image/webp',
  pdf: 'application/pdf,.pdf',
  mp3: 'audio/mpeg,.mp3',
  mp4: 'video/mp4,.mp4',
  glb: 'model/gltf-binary,.glb',
};

const NAME_MAX = 200;
const HEAD = 16;
const TAIL = 1024;
const latin = new TextDecoder('latin1');

const looksLike: Readonly<Record<FileKind, (head: Uint8Array, text: string) => boolean>> = {
  pdf: (_, text) => text.startsWith('%PDF-'),
  // An ID3 tag, or the sync word of an MPEG frame of layer III.
  mp3: ([first = 0, second = 0], text) =>
    text.startsWith('ID3') || (first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02),
  mp4: (_, text) => text.slice(4, 8) === 'ftyp',
  glb: (_, text) => text.startsWith('glTF'),
  picture: ([first, second], text) =>
    (first === 0xff && second === 0xd8) ||
    text.startsWith('\x89PNG') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'),
};
const refusals = { pdf: 'notPdf', mp3: 'notMp3', mp4: 'notMp4', glb: 'notGlb', picture: 'notPicture' } as const;

/** What is wrong with a file; null: nothing that shows here. The server checks all of it. */
export async function fileProblem(file: Blob, kind: FileKind, maxBytes: number): Promise<FileProblem | null> {
  if (file.size > maxBytes) return 'tooLarge';
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    if (!looksLike[kind](head, latin.decode(head))) return refusals[kind];
    const tail = latin.decode(await file.slice(-TAIL).arrayBuffer());
    return kind === 'pdf' && !tail.includes('%%EOF') ? 'cutOff' : null;
  } catch {
    return 'unreadable';
  }
}

/** Whether a picture is a JPEG: the server stores one that may be transparent as a PNG, and names it so. */
export const isJpeg = (picture: FileValue): boolean =>
  'data' in picture ? picture.data.startsWith('data:image/jpeg') : /\.jpe?g(\?|$)/.test(picture.url);

/** How a cropped picture is stored. Only a JPEG has surely nothing transparent, which would become black. */
export const keptType = (isFromJpeg: boolean) => (isFromJpeg ? 'image/jpeg' : 'image/png');

/** A file's name without its extension (D5.25), as long as the server takes it. */
export const nameWithoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '').slice(0, NAME_MAX);
