/** The picture of a placemark: the first one that its description shows, if it is a file of the same KMZ. */
import { withoutEntities } from './html-entities';

/** Longest path that is looked for. */
export const SOURCE_MAX = 300;
/** Linear time: no repetition can start where another one ends. */
const IMAGE = /<img\b(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000}>/i;
const SOURCE = new RegExp(`\\ssrc\\s{0,9}=\\s{0,9}(?:"([^"]{1,${SOURCE_MAX}})"|'([^']{1,${SOURCE_MAX}})')`, 'i');

/** A path within the archive, from its top. Null: it leads out of the archive. */
function pathFrom(folder: string, written: string): string | null {
  // An address of another server would tell it who looks at the place.
  if (/^[a-z][\w+.-]*:|^[/\\]/i.test(written)) return null;
  const parts: string[] = [];
  for (const part of `${folder}${written}`.split(/[/\\]/)) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/**
 * @param html the description
 * @param folder that of the KML file in its archive: empty, or with `/` at its end
 * @param files the paths in the archive
 */
export function picturePathIn(html: string, folder: string, files: ReadonlySet<string>): string | null {
  const image = IMAGE.exec(html)?.[0] ?? '';
  const [, double, single] = SOURCE.exec(image) ?? [];
  const written = withoutEntities(double ?? single ?? '').trim();
  // Some programs write the name as it is, others as an address.
  const paths = [decoded(written), written].map((name) => pathFrom(folder, name));
  return paths.find((path) => path !== null && files.has(path)) ?? null;
}
