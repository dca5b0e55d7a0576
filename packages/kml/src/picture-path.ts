/** The picture of a placemark: the first one that its description shows, if it is a file of the same KMZ. */
import { withoutEntities } from './html-entities';

const PATH_MAX = 300;
/** Linear time: no repetition can start where another one ends. */
const IMAGE = /<img\b(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000}>/i;
const SOURCE = /\ssrc\s{0,9}=\s{0,9}(?:"([^"]{1,300})"|'([^']{1,300})')/i;

/** A path within the archive, from its top. Null: there is none, or it leads out of the archive. */
function pathFrom(folder: string, written: string): string | null {
  // An address of another server would tell it who looks at the place.
  if (/^[a-z][\w+.-]*:|^[/\\]/i.test(written)) return null;
  const parts: string[] = [];
  for (const part of `${folder}${written}`.split(/[/\\]/)) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  const path = parts.join('/');
  return path === '' || path.length > PATH_MAX ? null : path;
}

/**
 * @param html the description
 * @param folder that of the KML file in its archive: empty, or with `/` at its end
 */
export function picturePathIn(html: string, folder: string): string | null {
  const image = IMAGE.exec(html)?.[0] ?? '';
  const [, double, single] = SOURCE.exec(image) ?? [];
  const written = withoutEntities(double ?? single ?? '').trim();
  try {
    return written === '' ? null : pathFrom(folder, decodeURI(written));
  } catch {
    return null;
  }
}
