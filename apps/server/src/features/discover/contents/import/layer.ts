/** Map layers are stored as they come. A layer that the web app's reader would refuse is refused here, by the same reader. */
import { KmlError, type KmlProblem, readKmlFile } from '@earth/kml';
import { FolderFileError } from './folder-reader';

const TOO_MUCH = 'Larger than maps may be';
const messages: Record<KmlProblem, string> = {
  broken: 'Broken map',
  notKml: 'Neither KML nor KMZ',
  tooLarge: TOO_MUCH,
  tooMany: TOO_MUCH,
  tooDeep: TOO_MUCH,
  tooLong: TOO_MUCH,
};

/** @throws FolderFileError with the problem and its line, if the web app would not show it */
export function requireLayer(path: string, bytes: Buffer): void {
  try {
    readKmlFile(bytes);
  } catch (error) {
    if (!(error instanceof KmlError)) throw error;
    const { code, line, detail } = error;
    const where = line === null ? path : `${path}, line ${line}`;
    throw new FolderFileError(`${messages[code]}: ${where}${detail === null ? '' : ` (${detail.replace(/\.$/, '')})`}`);
  }
}
