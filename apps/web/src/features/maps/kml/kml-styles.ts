/** KML 2.3, «Style» and «StyleMap»: what of them a map here draws. */

/** Colours are `#rrggbb`, opacities from 0 to 1, widths in pixels. What is absent is drawn as the map likes. */
export interface ShapeStyle {
  stroke?: string;
  strokeOpacity?: number;
  strokeWidth?: number;
  fill?: string;
  fillOpacity?: number;
  /** Of a point. */
  marker?: string;
}

const COLOR = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
/** Wider than that a line hides what is around it. */
const WIDTH_MAX = 24;

/** @param text aabbggrr: opacity, blue, green, red. Null: it is none */
function colorOf(text: string): { readonly color: string; readonly opacity: number } | null {
  const parts = COLOR.exec(text.trim());
  if (!parts) return null;
  const [, alpha = '', blue = '', green = '', red = ''] = parts;
  return { color: `#${red}${green}${blue}`.toLowerCase(), opacity: Number.parseInt(alpha, 16) / 255 };
}

/** What each element in a style says, by its parent's name and its own. */
export const styleParts: ReadonlyMap<string, (text: string) => ShapeStyle> = new Map([
  [
    'LineStyle/color',
    (text: string): ShapeStyle => {
      const read = colorOf(text);
      return read ? { stroke: read.color, strokeOpacity: read.opacity } : {};
    },
  ],
  [
    'LineStyle/width',
    (text: string): ShapeStyle => {
      const width = Number(text);
      return text.trim() !== '' && width >= 0 ? { strokeWidth: Math.min(width, WIDTH_MAX) } : {};
    },
  ],
  [
    'PolyStyle/color',
    (text: string): ShapeStyle => {
      const read = colorOf(text);
      return read ? { fill: read.color, fillOpacity: read.opacity } : {};
    },
  ],
  ['PolyStyle/fill', (text: string): ShapeStyle => (text.trim() === '0' ? { fillOpacity: 0 } : {})],
  [
    'IconStyle/color',
    (text: string): ShapeStyle => {
      const read = colorOf(text);
      return read ? { marker: read.color } : {};
    },
  ],
]);

/** The styles that a file names, and those that its maps name for what is not pointed at. */
export interface NamedStyles {
  readonly styles: ReadonlyMap<string, ShapeStyle>;
  readonly maps: ReadonlyMap<string, { readonly style: ShapeStyle | null; readonly url: string | null }>;
}

/** A style of this file. What lies in another one is not asked for. */
export function styleAt(url: string | null, { styles, maps }: NamedStyles): ShapeStyle {
  if (!url?.startsWith('#')) return {};
  const id = url.slice(1);
  const map = maps.get(id);
  // A map names a style, never another map.
  return styles.get(id) ?? map?.style ?? (map?.url?.startsWith('#') ? styles.get(map.url.slice(1)) : undefined) ?? {};
}
