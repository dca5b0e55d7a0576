/** Adapter of MapLibre. It is large, so this file is only loaded when a map opens. */
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type GeoJSONSource,
  type LayerSpecification,
  Map as MapLibre,
  Marker,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
// The worker as a file of the build: MapLibre's own way to start it does not work with the bundler.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { GROUND_NAMES, groundStyle, NAME_FONT, NAME_LAYOUT } from './ground';
import type { Bounds, Place } from './model/geometry';
import type { Layer } from '@earth/kml';

setWorkerUrl(workerUrl);

/** `#rrggbb`: WebGL needs values, not CSS variables. */
export interface MapColors {
  readonly ground: string;
  readonly shape: string;
  readonly chosen: string;
  readonly name: string;
}

export interface MapMark {
  readonly place: Place;
  readonly element: HTMLElement;
  /** The part of the element that is placed at the position. */
  readonly anchor: 'bottom' | 'center';
}

export interface MapOptions {
  readonly container: HTMLElement;
  readonly label: string;
  readonly center: Place;
  readonly zoom: number;
  /** A style of another server, which replaces the ground. Null: there is none. */
  readonly styleUrl: string | null;
  /** Address of the ground. Null: the background is plain. */
  readonly groundUrl: string | null;
  readonly isDark: boolean;
  readonly colors: MapColors;
  readonly isStill: boolean;
  /** A shape was tapped; null: none. */
  readonly onTap: (shapeId: number | null) => void;
  /** Any place was tapped. */
  readonly onPlace: (place: Place) => void;
  /** Everything is drawn. */
  readonly onDrawn: () => void;
  /** The map style of the settings failed to load: the ground is our own, or plain. */
  readonly onNoStyle: () => void;
}

export type MapEngine = ReturnType<typeof createMapEngine>;

const LAYER = 'layer';
const MARKS = 'marks';
const WAY = 'way';
/** Keeps all stops, which are 44 px wide, away from the edges, the controls at the right and the scale at the lower end. */
const STOPS_PADDING = { top: 40, right: 96, bottom: 56, left: 40 } as const;
/** Tolerance for fingers. */
const TAP_PX = 10;
const MOVE_MS = 300;
/** A movement by a control, which counts like one by a finger. */
const BY_USER = { originalEvent: true };

const plainStyle = ({ ground }: MapColors): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': ground } }],
});

const ownStyle = ({ groundUrl, isDark, colors }: MapOptions) =>
  groundUrl === null ? plainStyle(colors) : groundStyle(new URL(groundUrl, location.origin).href, isDark);

type Shapes = GeoJSON.FeatureCollection;
const NO_SHAPES: Shapes = { type: 'FeatureCollection', features: [] };

/** The drawn part of a shape: geometry, index in the layer, name, and style. */
const drawn = (layer: Layer): Shapes => ({
  type: 'FeatureCollection',
  features: layer.features.map(({ geometry, id, properties }) => ({
    type: 'Feature',
    geometry,
    properties: { ...properties.style, shape: id, name: properties.name },
  })),
});

const isKind = (kind: 'Point' | 'Polygon') => ['==', ['geometry-type'], kind] as const;
/** An index that no shape has. */
const NONE = -1;
const isShape = (shapeId: number) => ['==', ['get', 'shape'], shapeId] as const;

/** Areas below lines below points; the selected shape on top. */
const layersOf = ({ shape, chosen }: MapColors): LayerSpecification[] => [
  {
    id: 'areas',
    type: 'fill',
    source: LAYER,
    filter: isKind('Polygon') as never,
    paint: {
      'fill-color': ['coalesce', ['get', 'fill'], shape],
      'fill-opacity': ['coalesce', ['get', 'fillOpacity'], 0.35],
    },
  },
  {
    id: 'lines',
    type: 'line',
    source: LAYER,
    filter: ['!', ['any', isKind('Point'), ['all', isKind('Polygon'), ['==', ['get', 'outline'], false]]]] as never,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': ['coalesce', ['get', 'stroke'], shape],
      'line-opacity': ['coalesce', ['get', 'strokeOpacity'], 1],
      'line-width': ['coalesce', ['get', 'strokeWidth'], 2],
    },
  },
  {
    id: 'points',
    type: 'circle',
    source: LAYER,
    filter: isKind('Point') as never,
    paint: {
      'circle-color': ['coalesce', ['get', 'marker'], shape],
      'circle-radius': 9,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'chosen',
    type: 'line',
    source: LAYER,
    filter: isShape(NONE) as never,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': chosen, 'line-width': 5 },
  },
];

/** The line between the stops. Its edge keeps it apart from streets and areas of any colour. */
const wayOf = ({ chosen, ground }: MapColors): LayerSpecification[] => [
  {
    id: 'way-edge',
    type: 'line',
    source: WAY,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': ground, 'line-width': 7 },
  },
  {
    id: 'way',
    type: 'line',
    source: WAY,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': chosen, 'line-width': 3, 'line-dasharray': [2, 1.5] },
  },
];

/** Invisible text under each marker, so that no name is placed there. Only with the fonts of our own ground. */
const ROOM: LayerSpecification = {
  id: 'room',
  type: 'symbol',
  source: MARKS,
  layout: {
    'text-field': '●',
    'text-font': NAME_FONT,
    'text-size': 30,
    'text-offset': ['get', 'offset'],
    'text-allow-overlap': true,
  },
  paint: { 'text-opacity': 0 },
};

/** The middle of a marker, in sizes of that text from its place. */
const OFFSETS = { center: [0, 0], bottom: [0, -0.6] } as const;

const placesOf = (marks: readonly MapMark[]): Shapes => ({
  type: 'FeatureCollection',
  features: marks.map(({ place, anchor }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [...place] },
    properties: { offset: OFFSETS[anchor] },
  })),
});

/** The names of areas. Only over our own ground: another style has names, and fonts, of its own. */
const namesOf = ({ name, ground }: MapColors): LayerSpecification => ({
  id: 'names',
  type: 'symbol',
  source: LAYER,
  minzoom: 14,
  filter: isKind('Polygon') as never,
  layout: NAME_LAYOUT,
  paint: { 'text-color': name, 'text-halo-color': ground, 'text-halo-width': 2 },
});

function newMap(options: MapOptions): MapLibre {
  const { container, label, center, zoom, styleUrl, isStill } = options;
  const map = new MapLibre({
    container,
    style: styleUrl ?? ownStyle(options),
    center: [...center],
    zoom,
    locale: { 'Map.Title': label },
    // Attribution is only needed for a third-party map style.
    attributionControl: styleUrl === null ? false : { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: isStill ? 0 : 150,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 88 }), 'bottom-left');
  return map;
}

/** Handles the pointer events of the map. */
function listen(map: MapLibre, options: MapOptions): void {
  map.on('idle', options.onDrawn);
  map.on('click', ({ point: { x, y }, lngLat: { lng, lat } }) => {
    options.onPlace([lng, lat]);
    const box: [[number, number], [number, number]] = [
      [x - TAP_PX, y - TAP_PX],
      [x + TAP_PX, y + TAP_PX],
    ];
    const [first] = map.queryRenderedFeatures(box, { layers: ['points', 'lines', 'areas'] });
    options.onTap(first ? Number(first.properties.shape) : null);
  });
  for (const layer of ['areas', 'lines', 'points']) {
    map.on('mouseenter', layer, () => map.getCanvas().classList.add('pointable'));
    map.on('mouseleave', layer, () => map.getCanvas().classList.remove('pointable'));
  }
}

/** Keeps in view what the map was fitted to, also on a phone that is turned, until the user moves the map. */
function createFit(map: MapLibre, maxZoom: number) {
  let again: (() => void) | null = null;
  const fitAgain = () => again?.();
  map.on('resize', fitAgain);
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) again = null;
  });
  function fit(bounds: Bounds, padding: number | typeof STOPS_PADDING) {
    again = () => map.fitBounds([...bounds], { padding, maxZoom, duration: 0 });
    again();
  }
  return { fit, fitAgain };
}

/**
 * Opens a map.
 * @throws if the browser cannot draw one
 */
export function createMapEngine(options: MapOptions) {
  const { zoom, styleUrl, colors, isStill } = options;
  const map = newMap(options);
  listen(map, options);
  const duration = isStill ? 0 : MOVE_MS;
  const shapes = { [LAYER]: NO_SHAPES, [MARKS]: NO_SHAPES, [WAY]: NO_SHAPES };
  let chosenId = NONE;
  let marks: Marker[] = [];
  let hasStyle = false;
  let isOwnStyle = styleUrl === null;
  const { fit, fitAgain } = createFit(map, zoom);

  function drawLayer() {
    hasStyle = true;
    for (const [source, data] of Object.entries(shapes)) map.addSource(source, { type: 'geojson', data });
    const above = map.getLayer(GROUND_NAMES) ? GROUND_NAMES : undefined;
    for (const layer of [...layersOf(colors), ...wayOf(colors)]) map.addLayer(layer, above);
    if (isOwnStyle) for (const layer of [namesOf(colors), ROOM]) map.addLayer(layer);
    map.setFilter('chosen', isShape(chosenId) as never);
  }

  function show(source: keyof typeof shapes, data: Shapes) {
    shapes[source] = data;
    void map.getSource<GeoJSONSource>(source)?.setData(data);
  }

  map.on('style.load', drawLayer);
  map.on('error', () => {
    if (hasStyle || styleUrl === null) return;
    // Only once: our own style needs no fallback.
    hasStyle = true;
    isOwnStyle = true;
    map.setStyle(ownStyle(options));
    options.onNoStyle();
  });
  return {
    /** Shows a layer, and moves to it if it is outside of the view. */
    setLayer(layer: Layer, bounds: Bounds | null) {
      show(LAYER, drawn(layer));
      const shown = map.getBounds();
      const isElsewhere =
        bounds !== null &&
        (bounds[0] > shown.getEast() ||
          bounds[2] < shown.getWest() ||
          bounds[1] > shown.getNorth() ||
          bounds[3] < shown.getSouth());
      if (isElsewhere) fit(bounds, 48);
    },
    choose(shapeId: number | null) {
      chosenId = shapeId ?? NONE;
      if (map.getLayer('chosen')) map.setFilter('chosen', isShape(chosenId) as never);
    },
    setMarks(next: readonly MapMark[]) {
      show(MARKS, placesOf(next));
      for (const mark of marks) mark.remove();
      marks = next.map(({ place, element, anchor }) =>
        new Marker({ element, anchor }).setLngLat([...place]).addTo(map),
      );
    },
    /** Keeps the centre above the sheet that covers the lower end, px. */
    cover(bottom: number) {
      map.easeTo({ padding: { top: 0, left: 0, right: 0, bottom }, duration: 0 });
      fitAgain();
    },
    lookAt(place: Place) {
      map.easeTo({ center: [...place], duration }, BY_USER);
    },
    /** Joins the stops in their order, and moves to all of them. */
    setWay(stops: readonly Place[], bounds: Bounds) {
      const coordinates = stops.map((place) => [...place]);
      const way = { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} } as const;
      show(WAY, { type: 'FeatureCollection', features: stops.length > 1 ? [way] : [] });
      fit(bounds, STOPS_PADDING);
    },
    zoomBy(levels: 1 | -1) {
      map.zoomTo(map.getZoom() + levels, { duration }, BY_USER);
    },
    remove: () => map.remove(),
  };
}
