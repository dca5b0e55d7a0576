/** The style of the ground: streets, houses, water and names from one GeoJSON file (`docs/maps.md`), in colours of our own. */
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';

/** `#rrggbb`: WebGL needs values, not CSS variables. */
interface Palette {
  readonly land: string;
  readonly building: string;
  readonly square: string;
  readonly green: string;
  readonly water: string;
  readonly street: string;
  readonly casing: string;
  readonly main: string;
  readonly mainCasing: string;
  readonly path: string;
  readonly rail: string;
  readonly name: string;
  readonly waterName: string;
}

const LIGHT: Palette = {
  land: '#f3f1ea',
  building: '#e8e2d7',
  square: '#f6e7d3',
  green: '#cfe8cd',
  water: '#a9d3e8',
  street: '#ffffff',
  casing: '#d9d3c5',
  main: '#fde3ab',
  mainCasing: '#e3c27c',
  path: '#8fae8b',
  rail: '#a3a09a',
  name: '#45524c',
  waterName: '#2f6f90',
};

const DARK: Palette = {
  land: '#161c1a',
  building: '#212927',
  square: '#2d2820',
  green: '#1c3526',
  water: '#16323f',
  street: '#35403c',
  casing: '#0f1412',
  main: '#5a4e30',
  mainCasing: '#17130b',
  path: '#3f6147',
  rail: '#4d5450',
  name: '#c3cec9',
  waterName: '#86b9d2',
};

const GROUND = 'ground';
/** The first layer of names: what is drawn over the ground stays under them. */
export const GROUND_NAMES = 'ground-street-names';

/** Fonts of the page: a style without `glyphs` draws its names with them. */
export const NAME_FONT = ['Inter Variable', 'sans-serif'];

/** The name of a place or an area: in its middle, or beside it if a marker is there. */
export const NAME_LAYOUT = {
  'text-field': ['get', 'name'],
  'text-font': NAME_FONT,
  'text-size': 13,
  'text-max-width': 8,
  'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
  'text-radial-offset': 1.5,
} satisfies Extract<LayerSpecification, { type: 'symbol' }>['layout'];

/** Widths in px at zoom 13 and 18; between them it doubles with almost each level, as the ground does. */
const widths = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.8],
  ['zoom'],
  13,
  far,
  18,
  near,
];

type Line = Extract<LayerSpecification, { type: 'line' }>;

const isOf = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind];
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

const area = (kind: string, color: string): LayerSpecification => ({
  id: `ground-${kind}`,
  type: 'fill',
  source: GROUND,
  filter: isOf(kind),
  paint: { 'fill-color': color },
});

function line(id: string, kind: string, paint: NonNullable<Line['paint']>): Line {
  return { id: `ground-${id}`, type: 'line', source: GROUND, filter: isOf(kind), layout: round, paint };
}

/** A street with its edges, which are a wider line under all streets. */
function street(kind: string, color: string, casing: string, [far, near]: readonly [number, number]) {
  return {
    casing: line(`${kind}-casing`, kind, { 'line-color': casing, 'line-width': widths(far + 1, near + 3) }),
    street: line(kind, kind, { 'line-color': color, 'line-width': widths(far, near) }),
  };
}

function names({ name, waterName, land }: Palette): LayerSpecification[] {
  const along = (id: string, kinds: string[], minzoom: number, color: string): LayerSpecification => ({
    id,
    type: 'symbol',
    source: GROUND,
    minzoom,
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': NAME_FONT,
      'text-size': 12,
    },
    paint: { 'text-color': color, 'text-halo-color': land, 'text-halo-width': 1.5 },
  });
  return [
    along(GROUND_NAMES, ['street', 'path'], 15.5, name),
    along('ground-road-names', ['main', 'road'], 14, name),
    along('ground-river-names', ['riverName'], 14, waterName),
    {
      id: 'ground-places',
      type: 'symbol',
      source: GROUND,
      minzoom: 14,
      filter: isOf('place'),
      layout: NAME_LAYOUT,
      paint: { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 2 },
    },
  ];
}

/** @param url a GeoJSON file whose features have a `kind` and perhaps a `name` */
export function groundStyle(url: string, isDark: boolean): StyleSpecification {
  const palette = isDark ? DARK : LIGHT;
  const { land, building, square, green, water, casing, mainCasing } = palette;
  const streets = [
    street('street', palette.street, casing, [1, 24]),
    street('road', palette.street, casing, [2, 34]),
    street('main', palette.main, mainCasing, [3, 48]),
  ];
  return {
    version: 8,
    sources: { [GROUND]: { type: 'geojson', data: url } },
    layers: [
      { id: 'ground-land', type: 'background', paint: { 'background-color': land } },
      area('green', green),
      area('water', water),
      area('square', square),
      { ...area('building', building), minzoom: 13.5 },
      line('path', 'path', { 'line-color': palette.path, 'line-width': widths(1, 8), 'line-dasharray': [2, 1.5] }),
      ...streets.map((one) => one.casing),
      ...streets.map((one) => one.street),
      line('rail', 'rail', { 'line-color': palette.rail, 'line-width': widths(1.5, 10) }),
      line('sleepers', 'rail', { 'line-color': land, 'line-width': widths(0.7, 6), 'line-dasharray': [3, 3] }),
      ...names(palette),
    ],
  };
}
