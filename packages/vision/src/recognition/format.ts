/** What the stored forms of recognition have in common: the first byte is the version, the next three name the form. */
import { DamagedViewError, UnknownFormatError } from '../view-format';

/** The version of descriptions, indexes and the net. Change it with anything that changes descriptions, also with the net's weights. */
export const RECOGNITION_FORMAT = 5;
/** The version of what a calibration is learnt by: change it with the order of products, so that indexes are calibrated again. */
export const CALIBRATION_VERSION = 4;
export const TAG_BYTES = 4;
export const NET_MAGIC = 0x4e_52_45; // «ERN»
export const DESCRIPTION_MAGIC = 0x44_52_45; // «ERD»
export const CATALOGUE_MAGIC = 0x43_52_45; // «ERC»

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function writeTag(bytes: Uint8Array, magic: number) {
  viewOf(bytes).setUint32(0, RECOGNITION_FORMAT | (magic << 8), true);
}

/** @throws UnknownFormatError @throws DamagedViewError */
export function checkTag(bytes: Uint8Array, magic: number, bytesMin: number) {
  if (bytes.length < bytesMin) throw new DamagedViewError();
  const tag = viewOf(bytes).getUint32(0, true);
  if (tag >>> 8 !== magic) throw new DamagedViewError();
  const version = tag & 255;
  if (version !== RECOGNITION_FORMAT) throw new UnknownFormatError(version, RECOGNITION_FORMAT);
}
