/** Reads a KML or KMZ file from its bytes, for the map screen and for the import. */
import { LAYER_BYTES_MAX } from '@earth/contracts/constants';
import { unzipSync } from 'fflate';
import { KmlError } from './kml-error';
import { picturePathIn } from './picture-path';
import { pixelsIn } from './picture-size';
import { type Layer, readKml } from './read-kml';

/** Most bytes unpacked from a file. */
const UNPACKED_BYTES_MAX = 60 * 1024 * 1024;
/** Most files in a KMZ; a map has fewer. */
const ZIP_FILES_MAX = 5000;
/** Most KML files in it that are tried. */
const TRIED_MAX = 50;

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** The paths in a KMZ; its files stay packed. */
function pathsIn(bytes: Uint8Array): ReadonlySet<string> {
  const paths = new Set<string>();
  unzipSync(bytes, {
    filter: ({ name }) => {
      paths.add(name);
      if (paths.size > ZIP_FILES_MAX) throw new KmlError('tooLarge');
      return false;
    },
  });
  return paths;
}

/** The KML files: `doc.kml` first, then in the order of the archive. */
function kmlFilesOf(paths: ReadonlySet<string>): readonly string[] {
  const names = [...paths].filter((path) => /\.kml$/i.test(path));
  const doc = names.find(isDoc);
  return doc === undefined ? names : [doc, ...names.filter((name) => name !== doc)];
}
const isDoc = (name: string) => name.toLowerCase() === 'doc.kml';

/** @param room most bytes to unpack */
function unpack(bytes: Uint8Array, wanted: string, room: number): Uint8Array {
  let isFound = false;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (isFound || name !== wanted) return false;
      // The declared size is allocated; data beyond it are cut off.
      if (originalSize > room) throw new KmlError('tooLarge');
      isFound = true;
      return true;
    },
  });
  return files[wanted] ?? new Uint8Array();
}

/** Chooses like Google Earth (OGC 12-007r2, annex C): `doc.kml`, else the first file that is a map. */
function readKmz(bytes: Uint8Array): Layer {
  let room = UNPACKED_BYTES_MAX;
  let problem = new KmlError('notKml');
  const paths = pathsIn(bytes);
  for (const name of kmlFilesOf(paths).slice(0, TRIED_MAX)) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    try {
      const file = unpack(bytes, name, room);
      room -= file.length;
      return readKml(textOf(file), (html) => picturePathIn(html, folder, paths));
    } catch (error) {
      // Archives also hold pages named like maps, and metadata of archivers. A broken map still counts as the map.
      const isNoMap =
        error instanceof KmlError && (error.code === 'notKml' || (error.code === 'broken' && !isDoc(name)));
      if (!isNoMap) throw error;
      if (problem.line === null) problem = error;
    }
  }
  throw problem;
}

/** Encoding by byte order mark, else by the first bytes and the XML declaration, else UTF-8 (XML 1.0, annex F). */
function textOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || first === 0 || second === 0)
    return new TextDecoder(first === 0xff || second === 0 ? 'utf-16le' : 'utf-16be').decode(bytes);
  const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
  const head = String.fromCharCode(...bytes.subarray(0, 400));
  const [, said = 'utf-8'] = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head) ?? [];
  if (isUtf8) return new TextDecoder().decode(bytes);
  // A declaration that could be read up to here has units of one byte, whatever it says: .NET writes such wrong declarations.
  const isWide = /^(?:utf-?16|utf-?32|ucs-?[24]|unicode$|iso-10646-ucs)/i.test(said);
  try {
    return new TextDecoder(isWide ? 'utf-8' : said, { fatal: isWide }).decode(bytes);
  } catch {
    throw new KmlError('broken', 1, `not in the encoding that it names: ${said}`);
  }
}

/** Largest picture of a place, in bytes. */
const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
/** As of all other pictures. */
const PICTURE_PIXELS_MAX = 50_000_000;

/** By the first bytes: a name can lie, and a picture with scripts (SVG) is none of these. */
const PICTURE_STARTS = [
  ['image/jpeg', (start: string) => start.startsWith('\xff\xd8\xff')],
  ['image/png', (start: string) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/webp', (start: string) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP'],
] as const;

export interface KmlPicture {
  readonly type: (typeof PICTURE_STARTS)[number][0];
  readonly bytes: Uint8Array;
}

/**
 * The picture of a place in a KMZ.
 * @param path `picture` of the place's properties
 * @returns null if there is none, or it is too large to be shown, or no JPEG, PNG or WebP
 */
export function readKmlPicture(bytes: Uint8Array, path: string): KmlPicture | null {
  if (bytes.length > LAYER_BYTES_MAX || !isZip(bytes)) return null;
  try {
    const picture = unpack(bytes, path, PICTURE_BYTES_MAX);
    const start = String.fromCharCode(...picture.subarray(0, 16));
    const type = PICTURE_STARTS.find(([, isAtStart]) => isAtStart(start))?.[0];
    // The size that the archive declares may be too small, and a small file may be a picture that takes gigabytes when it is shown.
    const isSmall = picture.length <= PICTURE_BYTES_MAX && pixelsIn(picture) <= PICTURE_PIXELS_MAX;
    return type && isSmall ? { type, bytes: picture } : null;
  } catch {
    return null;
  }
}

/** @throws KmlError */
export function readKmlFile(bytes: Uint8Array): Layer {
  if (bytes.length > LAYER_BYTES_MAX) throw new KmlError('tooLarge');
  if (!isZip(bytes)) return readKml(textOf(bytes));
  try {
    return readKmz(bytes);
  } catch (error) {
    throw error instanceof KmlError ? error : new KmlError('broken');
  }
}
