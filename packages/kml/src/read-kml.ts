/**
 * Reads KML (OGC 12-007r2) as GeoJSON: placemarks on all levels with styles and properties. A streaming parser, so the depth of folders
 * does not matter. Nothing is loaded: network links, pictures of other servers, styles of other files and declarations of a DOCTYPE are ignored.
 */
import { LAYER_POINTS_MAX, LAYER_SHAPES_MAX } from '@earth/contracts/constants';
import { cutText } from '@earth/contracts/text';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { SaxesParser } from 'saxes';
import { holeWithin, positionsIn, ringOf } from './coordinates';
import { bareAmpersandIn } from './bare-ampersand';
import { KmlError } from './kml-error';
import { OwnStyles, type ShapeStyle, Styles } from './kml-styles';
import { SOURCE_MAX } from './picture-path';
import { plainText } from './plain-text';

export interface ShapeProperties {
  readonly name: string;
  /** Plain text, without HTML. */
  readonly description: string;
  /** Path of its picture in the KMZ, for `readKmlPicture`; null: it has none. */
  readonly picture: string | null;
  /** ExtendedData by name. */
  readonly data: Readonly<Record<string, string>>;
  readonly style: ShapeStyle;
}
/** `id` is the index of the shape in the layer. */
export type Shape = Feature<Geometry, ShapeProperties> & { readonly id: number };

export interface Layer extends FeatureCollection<Geometry, ShapeProperties> {
  features: Shape[];
  /** Number of placemarks left out because their place is missing or wrong. */
  readonly skipped: number;
}

/** Longest texts of one shape, in characters; longer ones are cut, and surplus properties are dropped. */
const NAME_MAX = 200;
const DESCRIPTION_MAX = 10_000;
const VALUE_MAX = 2000;
const DATA_MAX = 100;
/** Number of line ends in a text. */
const linesOf = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;
/** Deepest nesting; no map is as deep. */
const DEPTH_MAX = 1000;

interface Placemark {
  name: string;
  description: string;
  picture: string | null;
  readonly styles: OwnStyles;
  readonly data: Map<string, string>;
  readonly geometries: Geometry[];
  isWrong: boolean;
}

const newPlacemark = (): Placemark => ({
  name: '',
  description: '',
  picture: null,
  styles: new OwnStyles(),
  data: new Map(),
  geometries: [],
  isWrong: false,
});

/** A ring of a polygon. Null: the text is no ring. */
interface Ring {
  readonly isOuter: boolean;
  readonly positions: Position[] | null;
}

const cut = (text: string, most: number) => (text.length > most ? `${cutText(text, most)}…` : text);

/** Several geometries of one placemark are one shape. */
function geometryOf({ geometries }: Placemark): Geometry | null {
  const [first, ...others] = geometries;
  if (!first) return null;
  return others.length > 0 ? { type: 'GeometryCollection', geometries } : first;
}

/** Finds the picture of a place by its description. */
type FindPicture = (html: string) => string | null;

/** State of reading. */
class Reading {
  private readonly placemarks: Placemark[] = [];
  private readonly styles = new Styles();
  private placemark: Placemark | null = null;
  /** Rings of the current polygon. */
  private rings: Ring[] | null = null;
  private isOuter = true;
  private dataName = '';
  private positionCount = 0;

  constructor(private readonly pictureOf: FindPicture) {}

  /** Handles the start of an element. */
  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.styles.begin(name, attributes);
    if (name === 'Placemark') this.placemark = newPlacemark();
    else if (name === 'Polygon') this.rings = [];
    else if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs') this.isOuter = name === 'outerBoundaryIs';
    else if (name === 'Data' || name === 'SimpleData') this.dataName = cut(attributes.name ?? '', NAME_MAX);
  }

  /** Handles the end of an element, with its text. */
  end(name: string, parent: string, text: string): void {
    if (this.styles.end(name, parent, text, this.placemark?.styles)) return;
    if (name === 'Placemark') this.endPlacemark();
    else if (this.placemark) this.endInPlacemark(this.placemark, name, parent, text);
  }

  private endPlacemark() {
    if (!this.placemark) return;
    this.placemarks.push(this.placemark);
    if (this.placemarks.length > LAYER_SHAPES_MAX) throw new KmlError('tooMany');
    this.placemark = null;
  }

  private endInPlacemark(placemark: Placemark, name: string, parent: string, text: string) {
    if (parent === 'Placemark' && name === 'name') placemark.name = cut(text.trim(), NAME_MAX);
    // The HTML may be several times as long as its text.
    else if (parent === 'Placemark' && name === 'description')
      this.endDescription(placemark, text.slice(0, 10 * DESCRIPTION_MAX));
    else if (parent === 'Placemark' && name === 'styleUrl') placemark.styles.url = text.trim();
    else if (name === 'SimpleData' || (name === 'value' && parent === 'Data'))
      this.endData(placemark, cut(text.trim(), VALUE_MAX));
    else if (name === 'coordinates') this.endCoordinates(placemark, parent, text);
    else if (name === 'Polygon') this.endPolygon(placemark);
  }

  private endDescription(placemark: Placemark, html: string) {
    placemark.description = cut(plainText(html), DESCRIPTION_MAX);
    placemark.picture = this.pictureOf(html);
  }

  private endData({ data }: Placemark, value: string) {
    if (data.size < DATA_MAX || data.has(this.dataName)) data.set(this.dataName, value);
  }

  private endCoordinates(placemark: Placemark, parent: string, text: string) {
    const positions = positionsIn(text, LAYER_POINTS_MAX - this.positionCount);
    this.positionCount += positions?.length ?? 0;
    const [first] = positions ?? [];
    // An empty part does not affect the others.
    if (positions && !first) return;
    if (this.rings && parent === 'LinearRing')
      this.rings.push({ isOuter: this.isOuter, positions: positions && ringOf(positions) });
    else if (!positions || !first) placemark.isWrong = true;
    else if (parent === 'Point') placemark.geometries.push({ type: 'Point', coordinates: first });
    else if (positions.length < 2) placemark.isWrong = true;
    else if (parent === 'LineString' || parent === 'LinearRing')
      placemark.geometries.push({ type: 'LineString', coordinates: positions });
  }

  private endPolygon(placemark: Placemark) {
    const rings = this.rings ?? [];
    this.rings = null;
    const ofKind = (isOuter: boolean) => rings.flatMap((ring) => (ring.isOuter === isOuter ? [ring.positions] : []));
    const outers = ofKind(true);
    const [outer] = outers;
    const holes = ofKind(false).map((hole) => outer && hole && holeWithin(outer, hole));
    const coordinates = [...outers, ...holes].filter((ring) => ring !== null && ring !== undefined);
    if (rings.length === 0) return;
    // Without its hole an area would be wrong, and a hole without its area would be one.
    if (outers.length !== 1 || coordinates.length !== rings.length) placemark.isWrong = true;
    else placemark.geometries.push({ type: 'Polygon', coordinates });
  }

  /** All shapes, at the end of the file, because a style may come after its use. */
  layer(): Layer {
    const features: Shape[] = [];
    for (const placemark of this.placemarks) {
      const geometry = placemark.isWrong ? null : geometryOf(placemark);
      if (!geometry) continue;
      const { name, description, picture, styles, data } = placemark;
      features.push({
        type: 'Feature',
        id: features.length,
        geometry,
        properties: { name, description, picture, data: Object.fromEntries(data), style: this.styles.of(styles) },
      });
    }
    return { type: 'FeatureCollection', features, skipped: this.placemarks.length - features.length };
  }
}

/** Of unescaped HTML only the source of a picture matters. */
const tagOf = (name: string, { src = '' }: Readonly<Record<string, string>>) =>
  name === 'img' && src.length <= SOURCE_MAX ? `<img src="${src.replaceAll('"', '')}">` : `<${name}>`;

/** `kml:Placemark` is a Placemark: the prefix of the namespace does not matter. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads the text of a KML file; without an archive its places have no pictures. @throws KmlError */
export function readKml(text: string, pictureOf: FindPicture = () => null): Layer {
  const reading = new Reading(pictureOf);
  const path: string[] = [];
  let words = '';
  const isInDescription = () => path.includes('description');
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  // White space before the declaration is invalid XML but harmless.
  const start = /^\s*/.exec(text)?.[0] ?? '';
  const lineAt = () => linesOf(start) + parser.line;
  // Also for entities that XML does not define: declarations of a DOCTYPE are never read.
  parser.on('error', ({ message }) => {
    const [line, ampersand] = [lineAt(), bareAmpersandIn(text)];
    const bareLine = ampersand === null ? line : linesOf(text.slice(0, ampersand)) + 1;
    if (ampersand === null || bareLine > line) throw new KmlError('broken', line, message);
    throw new KmlError('broken', bareLine, '& is written &amp; in XML');
  });
  const take = (more: string) => {
    words += more;
  };
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    if (path.length === 0 && local !== 'kml') throw new KmlError('notKml', lineAt());
    if (path.length === DEPTH_MAX) throw new KmlError('tooDeep', lineAt());
    // Unescaped HTML in a description belongs to its text.
    if (isInDescription()) take(tagOf(local, attributes));
    else {
      words = '';
      reading.begin(local, attributes);
    }
    path.push(local);
  });
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    if (isInDescription()) take(`</${name}>`);
    else reading.end(name, path.at(-1) ?? '', words);
  });
  parser.on('text', take);
  parser.on('cdata', take);
  try {
    parser.write(text.slice(start.length)).close();
  } catch (error) {
    if (error instanceof KmlError && error.line === null) throw new KmlError(error.code, lineAt());
    throw error;
  }
  return reading.layer();
}
