/**
 * Reads KML (OGC 12-007r2) as GeoJSON: placemarks on whatever level, with their styles and properties. It is read from its
 * beginning to its end and never as a tree, so that no depth of folders matters. Nothing that a file names is asked for: network links,
 * pictures, styles elsewhere and what a DOCTYPE declares are left out.
 */
import { LAYER_POINTS_MAX, LAYER_SHAPES_MAX } from '@earth/contracts/constants';
import { cutText } from '@earth/contracts/text';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { SaxesParser } from 'saxes';
import { holeWithin, positionsIn, ringOf } from './coordinates';
import { bareAmpersandIn } from './bare-ampersand';
import { KmlError } from './kml-error';
import { OwnStyles, type ShapeStyle, Styles } from './kml-styles';
import { plainText } from './plain-text';

export interface ShapeProperties {
  readonly name: string;
  /** Without its HTML. */
  readonly description: string;
  /** Of ExtendedData, by their names. */
  readonly data: Readonly<Record<string, string>>;
  readonly style: ShapeStyle;
}
/** Its `id` is its place among the shapes of the layer. */
export type Shape = Feature<Geometry, ShapeProperties> & { readonly id: number };

export interface Layer extends FeatureCollection<Geometry, ShapeProperties> {
  features: Shape[];
  /** How many placemarks are not among them: they have no place, or a wrong one. */
  readonly skipped: number;
}

/** What is told of one shape, in letters; more is cut off, and of the properties the last are left out. */
const NAME_MAX = 200;
const DESCRIPTION_MAX = 10_000;
const VALUE_MAX = 2000;
const DATA_MAX = 100;
/** How many lines end in it. */
const linesOf = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;
/** No map is as deep as that. */
const DEPTH_MAX = 1000;

interface Placemark {
  name: string;
  description: string;
  readonly styles: OwnStyles;
  readonly data: Map<string, string>;
  readonly geometries: Geometry[];
  isWrong: boolean;
}

const newPlacemark = (): Placemark => ({
  name: '',
  description: '',
  styles: new OwnStyles(),
  data: new Map(),
  geometries: [],
  isWrong: false,
});

/** A ring of a polygon. Null: what is written is none. */
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

/** What has been read up to here. */
class Reading {
  private readonly placemarks: Placemark[] = [];
  private readonly styles = new Styles();
  private placemark: Placemark | null = null;
  /** Of the polygon that is being read. */
  private rings: Ring[] | null = null;
  private isOuter = true;
  private dataName = '';
  private positionCount = 0;

  /** What an element says before anything in it is read. */
  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.styles.begin(name, attributes);
    if (name === 'Placemark') this.placemark = newPlacemark();
    else if (name === 'Polygon') this.rings = [];
    else if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs') this.isOuter = name === 'outerBoundaryIs';
    else if (name === 'Data' || name === 'SimpleData') this.dataName = cut(attributes.name ?? '', NAME_MAX);
  }

  /** What an element says by the text in it. */
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
    // Its HTML may be some times as long as its words.
    else if (parent === 'Placemark' && name === 'description')
      placemark.description = cut(plainText(text.slice(0, 10 * DESCRIPTION_MAX)), DESCRIPTION_MAX);
    else if (parent === 'Placemark' && name === 'styleUrl') placemark.styles.url = text.trim();
    else if (name === 'SimpleData' || (name === 'value' && parent === 'Data'))
      this.endData(placemark, cut(text.trim(), VALUE_MAX));
    else if (name === 'coordinates') this.endCoordinates(placemark, parent, text);
    else if (name === 'Polygon') this.endPolygon(placemark);
  }

  private endData({ data }: Placemark, value: string) {
    if (data.size < DATA_MAX || data.has(this.dataName)) data.set(this.dataName, value);
  }

  private endCoordinates(placemark: Placemark, parent: string, text: string) {
    const positions = positionsIn(text, LAYER_POINTS_MAX - this.positionCount);
    this.positionCount += positions?.length ?? 0;
    const [first] = positions ?? [];
    // A part in which nothing is written takes nothing from the others.
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
    // A hole that cannot be read would be shown as ground, and one without its area as an area.
    if (outers.length !== 1 || coordinates.length !== rings.length) placemark.isWrong = true;
    else placemark.geometries.push({ type: 'Polygon', coordinates });
  }

  /** All that was read, once the file is at its end: a style may stand after what it is of. */
  layer(): Layer {
    const features: Shape[] = [];
    for (const placemark of this.placemarks) {
      const geometry = placemark.isWrong ? null : geometryOf(placemark);
      if (!geometry) continue;
      const { name, description, styles, data } = placemark;
      features.push({
        type: 'Feature',
        id: features.length,
        geometry,
        properties: { name, description, data: Object.fromEntries(data), style: this.styles.of(styles) },
      });
    }
    return { type: 'FeatureCollection', features, skipped: this.placemarks.length - features.length };
  }
}

/** `kml:Placemark` is a Placemark: which name a file has for the namespace says nothing. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads the text of a KML file. Throws `KmlError`. */
export function readKml(text: string): Layer {
  const reading = new Reading();
  const path: string[] = [];
  let words = '';
  const isInDescription = () => path.includes('description');
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  // White space before the declaration is no XML, and hides nothing.
  const start = /^\s*/.exec(text)?.[0] ?? '';
  const lineAt = () => linesOf(start) + parser.line;
  // Also where it names an entity that XML itself does not have: what a DOCTYPE declares is never read.
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
    // The HTML in a description that was not written as text belongs to it.
    if (isInDescription()) take(`<${local}>`);
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
