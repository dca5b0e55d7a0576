/** Layers of maps are kept as they come: here is seen that they are KML or KMZ, whole, and no more than pages read of one. */
import { LAYER_BYTES_MAX, LAYER_POINTS_MAX, LAYER_SHAPES_MAX } from '@earth/contracts';
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

const textOf = (bytes: Buffer) => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** As pages count them: white space is between two, but not beside a comma. */
function pointsIn(text: string): number {
  let count = 0;
  let goesOn = false;
  for (const [piece] of text.matchAll(/\S+/g)) {
    if (!goesOn && !piece.startsWith(',')) count += 1;
    goesOn = piece.endsWith(',');
  }
  return count;
}

/** What is packed only pages unpack. */
function isTooMuch(path: string, bytes: Buffer): boolean {
  if (bytes.length > LAYER_BYTES_MAX) return true;
  if (isPacked(path)) return false;
  const text = textOf(bytes);
  const shapes = text.match(/<(?:[\w-]+:)?Placemark[\s/>]/g)?.length ?? 0;
  let points = 0;
  for (const [, words = ''] of text.matchAll(/<(?:[\w-]+:)?coordinates[^<>]*>([^<]*)/g)) points += pointsIn(words);
  return shapes > LAYER_SHAPES_MAX || points > LAYER_POINTS_MAX;
}

function isWholeKml(bytes: Buffer): boolean {
  let text = textOf(bytes);
  for (let misc = MISC.exec(text); misc; misc = MISC.exec(text)) text = text.slice(misc[0].length);
  const [, name] = /^\s*<((?:[\w-]+:)?kml)[\s/>]/.exec(text) ?? [];
  if (name === undefined) return false;
  return /^\s*<[^>]*\/>\s*$/.test(text) || new RegExp(`</${name}\\s*>\\s*(?:<!--[^>]*-->\\s*)*$`).test(text);
}

const isPacked = (path: string) => /\.kmz$/i.test(path);

const isWholeKmz = (bytes: Buffer) =>
  bytes.indexOf(LOCAL_FILE) === 0 && bytes.subarray(-ZIP_END_BYTES_MAX).includes(END_OF_DIRECTORY);

/** @throws BesideError where it is not what its name says, or cut off, or more than pages read */
export function requireLayer(path: string, bytes: Buffer): void {
  if (isTooMuch(path, bytes)) throw new BesideError(`More than pages read of a map: ${path}`);
  const isWhole = isPacked(path) ? isWholeKmz(bytes) : isWholeKml(bytes);
  if (!isWhole) throw new BesideError(`No KML or KMZ, or not all of it: ${path}`);
}
