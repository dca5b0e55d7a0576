/** Which pictures of a product an index has. */
import { decodeDescription, textureDistance } from './description';

/** Pictures of a product in an index: so it takes less than 1 kB with ids of 36 characters. */
const PICTURES_MAX = 2;

/** The first picture, then always the one that is least like those that have been chosen. @throws UnknownFormatError @throws DamagedViewError */
export function choosePictures<Picture extends { readonly description: Uint8Array }>(
  pictures: readonly Picture[],
): readonly Picture[] {
  if (pictures.length <= PICTURES_MAX) return pictures;
  const decoded = pictures.map(({ description }) => decodeDescription(description));
  const chosen = [0];
  while (chosen.length < PICTURES_MAX) {
    const apart = decoded.map((one) => Math.min(...chosen.map((other) => textureDistance(one, decoded[other]!))));
    chosen.push(apart.indexOf(Math.max(...apart)));
  }
  return chosen.map((at) => pictures[at]!);
}
