/** The bytes of a KML or KMZ file as text. */
import { LAYER_BYTES_MAX } from '@earth/contracts/constants';
import { unzipSync } from 'fflate';
import { KmlError } from './kml-error';

/** Of what is unpacked from a file. */
const UNPACKED_BYTES_MAX = 60 * 1024 * 1024;
/** A KMZ with more files than that is no map. */
const ZIP_FILES_MAX = 5000;

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** The first KML file of a KMZ (OGC 12-007r2, annex C), and no other one: pictures and what is linked stay packed. */
function unpack(bytes: Uint8Array): Uint8Array {
  let chosen: string | null = null;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        if (count > ZIP_FILES_MAX) throw new KmlError('tooLarge');
        if (chosen !== null || !name.toLowerCase().endsWith('.kml')) return false;
        // As much room is made for it as it says that it needs: what a liar has more of is cut off.
        if (originalSize > UNPACKED_BYTES_MAX) throw new KmlError('tooLarge');
        chosen = name;
        return true;
      },
    });
    const file = chosen === null ? undefined : files[chosen];
    if (!file) throw new KmlError('notKml');
    return file;
  } catch (error) {
    throw error instanceof KmlError ? error : new KmlError('broken');
  }
}

/** By its byte order mark, else as its XML declaration says, else UTF-8 (XML 1.0, annex F). */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]{0,100}encoding\s?=\s?["']([\w-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
}

/** Throws `KmlError`. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > LAYER_BYTES_MAX) throw new KmlError('tooLarge');
  const kml = isZip(bytes) ? unpack(bytes) : bytes;
  if (kml.length > UNPACKED_BYTES_MAX) throw new KmlError('tooLarge');
  try {
    return new TextDecoder(encodingOf(kml)).decode(kml);
  } catch {
    throw new KmlError('broken');
  }
}
