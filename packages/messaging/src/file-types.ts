/** The type of a file by its name's extension. It is not trusted: it decides how a file is shown, never what is run. */

/** Bytes of a picture above which a preview is made. */
export const LARGE_PICTURE = 256 * 1024;

const PICTURES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

const SOUNDS: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

const TYPES: Readonly<Record<string, string>> = { ...PICTURES, ...SOUNDS, ...DOCUMENTS };

const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A picture that every browser shows. SVG is excluded because it can contain a script. */
export const isPicture = (name: string): boolean => Object.hasOwn(PICTURES, extensionOf(name));

/** A sound. Not every browser plays every type. */
export const isSound = (name: string): boolean => Object.hasOwn(SOUNDS, extensionOf(name));

/** `application/octet-stream` for an unknown extension. */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name);
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || 'application/octet-stream';
}
