/** What kind of file a name speaks of. Nobody vouches for it: it decides what is shown, never what is run. */

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

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A picture that every browser shows. SVG is none: it can carry a script. */
export const isPicture = (name: string): boolean => Object.hasOwn(PICTURES, endingOf(name));

/** A sound to listen to; not every browser plays every one. */
export const isSound = (name: string): boolean => Object.hasOwn(SOUNDS, endingOf(name));

/** What has an unknown ending is bytes. */
export function contentTypeOf(name: string): string {
  const ending = endingOf(name);
  return (Object.hasOwn(TYPES, ending) && TYPES[ending]) || 'application/octet-stream';
}
