/** Layers of maps are kept as they come: here is seen that they are KML or KMZ, and whole. What is in them each page reads. */
import { BesideError } from './beside';

const LOCAL_FILE = Buffer.from('PK\u0003\u0004', 'latin1');
const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1');
/** The end of a zip's directory, and the comment behind it (APPNOTE 6.3.10, 4.3.16). */
const ZIP_END_BYTES_MAX = 22 + 65_535;
/** What may stand before the first element and behind the last: declaration, comments, instructions, a document type. */
const MISC = /^\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)/s;

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function isWholeKml(bytes: Buffer): boolean {
  let text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  for (let misc = MISC.exec(text); misc; misc = MISC.exec(text)) text = text.slice(misc[0].length);
  const [, name] = /^\s*<((?:[\w-]+:)?kml)[\s/>]/.exec(text) ?? [];
  if (name === undefined) return false;
  return /^\s*<[^>]*\/>\s*$/.test(text) || new RegExp(`</${name}\\s*>\\s*(?:<!--[^>]*-->\\s*)*$`).test(text);
}

const isWholeKmz = (bytes: Buffer) =>
  bytes.indexOf(LOCAL_FILE) === 0 && bytes.subarray(-ZIP_END_BYTES_MAX).includes(END_OF_DIRECTORY);

/** @throws BesideError where it is not what its name says, or cut off */
export function requireLayer(path: string, bytes: Buffer): void {
  const isWhole = /\.kmz$/i.test(path) ? isWholeKmz(bytes) : isWholeKml(bytes);
  if (!isWhole) throw new BesideError(`No KML or KMZ, or not all of it: ${path}`);
}
