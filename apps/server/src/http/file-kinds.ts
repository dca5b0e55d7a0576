/**
 * Magic numbers: detects the kind of a file by its first bytes, and compares it with the file's name. Kinds without a signature are
 * accepted by name.
 */

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
const beginsWith =
  (...signatures: readonly string[]) =>
  (bytes: Buffer) =>
    signatures.some((signature) => text(bytes, 0, signature.length) === signature);
/** A format within a RIFF container. */
const riff = (kind: string) => (bytes: Buffer) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === kind;
/** ISO 14496-12, 4.3. */
export const isBoxed = (bytes: Buffer) => text(bytes, 4, 8) === 'ftyp';
/** The brands of the first box, whose length stands in the first four bytes. */
const hasBrand = (bytes: Buffer, ...brands: readonly string[]) => {
  if (!isBoxed(bytes)) return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  for (let at = 8; at + 4 <= end; at += 4) if (brands.includes(text(bytes, at, at + 4))) return true;
  return false;
};
/** A frame of MPEG audio begins with a sync word of set bits: 11 bits for any layer; for AAC (ADTS) 12, then two cleared ones. */
const begins = (bytes: Buffer, mask: number, value: number) =>
  bytes.length >= 2 && (bytes.readUInt16BE(0) & mask) === value;

const isJpeg = beginsWith('\xff\xd8\xff');
const isPng = beginsWith('\x89PNG\r\n\x1a\n');
const isWebp = riff('WEBP');
const isOgg = beginsWith('OggS');
/** ISO 32000-1, 7.5.2. */
export const isPdf = beginsWith('%PDF-');
/** MPEG audio that begins with a tag. */
export const isTagged = beginsWith('ID3');

/** By file extension, in lower case. */
const kinds: ReadonlyMap<string, (bytes: Buffer) => boolean> = new Map([
  ['avif', (bytes) => hasBrand(bytes, 'avif', 'avis')],
  ['gif', beginsWith('GIF87a', 'GIF89a')],
  ['jpeg', isJpeg],
  ['jpg', isJpeg],
  ['png', isPng],
  ['webp', isWebp],
  ['pdf', isPdf],
  ['aac', (bytes) => isTagged(bytes) || beginsWith('ADIF')(bytes) || begins(bytes, 0xfff6, 0xfff0)],
  ['m4a', isBoxed],
  ['mp3', (bytes) => isTagged(bytes) || begins(bytes, 0xffe0, 0xffe0)],
  ['mp4', isBoxed],
  ['ogg', isOgg],
  ['opus', isOgg],
  ['wav', riff('WAVE')],
  // EBML, the container of WebM.
  ['weba', beginsWith('\x1a\x45\xdf\xa3')],
]);

/** Whether the bytes match the name's extension, as far as that kind has a signature. */
export function isAsNamed(name: string, bytes: Buffer): boolean {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return kinds.get(ending)?.(bytes) ?? true;
}

/** The image formats that every browser creates and shows. */
const pictures = [
  ['jpg', isJpeg],
  ['png', isPng],
  ['webp', isWebp],
] as const;

/** The file extension of an image by its first bytes; null if it is no image of a supported format. */
export const pictureEnding = (bytes: Buffer): string | null => pictures.find(([, is]) => is(bytes))?.[0] ?? null;
