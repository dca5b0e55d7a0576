/** KML 2.3, «Style», «StyleMap» and Google's «CascadingStyle»: what of them a map here draws. */

/** Colours are `#rrggbb`, opacities from 0 to 1, widths in pixels. What is absent is drawn as the map likes. */
export interface ShapeStyle {
  stroke?: string;
  strokeOpacity?: number;
  strokeWidth?: number;
  fill?: string;
  fillOpacity?: number;
  /** False: areas have no border. Lines are drawn all the same. */
  outline?: false;
  /** Of a point. */
  marker?: string;
}

/** As it is written, so that one style can take back what another says. */
interface WrittenStyle extends Omit<ShapeStyle, 'outline' | 'marker'> {
  isFilled?: boolean;
  hasOutline?: boolean;
  /** Null: the icon's own colours, of which nothing is known here. */
  marker?: string | null;
}

const COLOR = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
/** An icon is multiplied by its colour: white leaves it as it is, and a dot as light as that is not seen on the ground of a map. */
const WHITE = /^#(?:f[0-9a-f]){3}$/;
/** Wider than that a line hides what is around it. */
const WIDTH_MAX = 24;

/** @param text aabbggrr: opacity, blue, green, red. Null: it is none */
function colorOf(text: string): { readonly color: string; readonly opacity: number } | null {
  const parts = COLOR.exec(text.trim());
  if (!parts) return null;
  const [, alpha = '', blue = '', green = '', red = ''] = parts;
  return { color: `#${red}${green}${blue}`.toLowerCase(), opacity: Number.parseInt(alpha, 16) / 255 };
}

/** `xsd:boolean`. Null: it is none. */
function booleanOf(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === '1' || word === 'true') return true;
  return word === '0' || word === 'false' ? false : null;
}

/** What each element in a style says, by its parent's name and its own. */
const styleParts: ReadonlyMap<string, (text: string) => WrittenStyle> = new Map([
  [
    'LineStyle/color',
    (text: string): WrittenStyle => {
      const read = colorOf(text);
      return read ? { stroke: read.color, strokeOpacity: read.opacity } : {};
    },
  ],
  [
    'LineStyle/width',
    (text: string): WrittenStyle => {
      const width = Number(text);
      return text.trim() !== '' && width >= 0 ? { strokeWidth: Math.min(width, WIDTH_MAX) } : {};
    },
  ],
  [
    'PolyStyle/color',
    (text: string): WrittenStyle => {
      const read = colorOf(text);
      return read ? { fill: read.color, fillOpacity: read.opacity } : {};
    },
  ],
  [
    'PolyStyle/fill',
    (text: string): WrittenStyle => {
      const isFilled = booleanOf(text);
      return isFilled === null ? {} : { isFilled };
    },
  ],
  [
    'PolyStyle/outline',
    (text: string): WrittenStyle => {
      const hasOutline = booleanOf(text);
      return hasOutline === null ? {} : { hasOutline };
    },
  ],
  [
    'IconStyle/color',
    (text: string): WrittenStyle => {
      const read = colorOf(text);
      return read ? { marker: WHITE.test(read.color) ? null : read.color } : {};
    },
  ],
]);

/** What can choose a style, and within which others it may stand. */
const SELECTORS = new Set(['Style', 'StyleMap', 'CascadingStyle', 'Pair']);
/** One style names another, and that one the next: no file has more of them in a row. */
const HOPS_MAX = 10;

interface Selector {
  readonly name: string;
  readonly id: string;
  /** Of a pair: for which state it is. */
  key: string;
  style: WrittenStyle;
  /** The style that it names. */
  url: string | null;
  /** The one that stands in it. */
  inner: Selector | null;
}

/** The styles of one placemark: what it names, and what stands in it. */
export class OwnStyles {
  url: string | null = null;
  readonly inner: Selector[] = [];
}

/** All styles of a file. They are read as they come; what is named may stand after what names it. */
export class Styles {
  private readonly named = new Map<string, Selector>();
  private readonly open: Selector[] = [];

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!SELECTORS.has(name)) return;
    const [, id = ''] = Object.entries(attributes).find(([attribute]) => /^(?:\w+:)?id$/.test(attribute)) ?? [];
    this.open.push({ name, id, key: '', style: {}, url: null, inner: null });
  }

  /** @param own of the placemark around it. @returns whether the element was of a style */
  end(name: string, parent: string, text: string, own: OwnStyles | undefined): boolean {
    const selector = this.open.at(-1);
    if (!selector) return false;
    if (SELECTORS.has(name)) {
      this.open.pop();
      this.close(selector, own);
    } else if (parent === selector.name && name === 'styleUrl') selector.url = text.trim();
    else if (parent === selector.name && name === 'key') selector.key = text.trim();
    else selector.style = { ...selector.style, ...styleParts.get(`${parent}/${name}`)?.(text) };
    return true;
  }

  private close(selector: Selector, own: OwnStyles | undefined) {
    if (selector.id !== '') this.named.set(selector.id, selector);
    const around = this.open.at(-1);
    // A map has one style for what is pointed at, and one for what is not.
    const isShown = selector.name !== 'Pair' || selector.key === 'normal';
    if (around && isShown) around.inner = selector;
    else if (!around) own?.inner.push(selector);
  }

  /** What a placemark is drawn with: what stands in it goes before what it names. */
  of({ url, inner }: OwnStyles): ShapeStyle {
    const written: WrittenStyle = { ...this.at(url, HOPS_MAX) };
    for (const selector of inner) Object.assign(written, this.written(selector, HOPS_MAX));
    const { isFilled, hasOutline, marker, ...style } = written;
    return {
      ...style,
      ...(isFilled === false && { fillOpacity: 0 }),
      ...(hasOutline === false && { outline: false as const }),
      ...(typeof marker === 'string' && { marker }),
    };
  }

  private written({ style, url, inner }: Selector, hops: number): WrittenStyle {
    if (hops === 0) return {};
    return { ...this.at(url, hops - 1), ...(inner && this.written(inner, hops - 1)), ...style };
  }

  /** A style of this file, with or without the `#` before its id. What lies in another one is not asked for. */
  private at(url: string | null, hops: number): WrittenStyle {
    const selector = this.named.get(url?.replace(/^#/, '') ?? '');
    return selector ? this.written(selector, hops) : {};
  }
}
