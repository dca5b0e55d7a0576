/** Layers of maps are kept as they come. What pages would refuse is refused here, by the reader that they have. */
import { KmlError, type KmlProblem, readKmlFile } from '@earth/kml';
import { FolderFileError } from './folder-reader';

const TOO_MUCH = 'More than pages read of a map';
const says: Record<KmlProblem, string> = {
  broken: 'Broken, and no map for pages',
  notKml: 'No KML or KMZ',
  tooLarge: TOO_MUCH,
  tooMany: TOO_MUCH,
  tooDeep: TOO_MUCH,
  tooLong: TOO_MUCH,
};

/** @throws FolderFileError where pages would not show it: what is wrong, and in which line */
export function requireLayer(path: string, bytes: Buffer): void {
  try {
    readKmlFile(bytes);
  } catch (error) {
    if (!(error instanceof KmlError)) throw error;
    const { code, line, detail } = error;
    const where = line === null ? path : `${path}, line ${line}`;
    throw new FolderFileError(`${says[code]}: ${where}${detail === null ? '' : ` (${detail.replace(/\.$/, '')})`}`);
  }
}
