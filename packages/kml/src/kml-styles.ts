/** Styles: what maps draw of KML 2.3 «Style», «StyleMap» and Google's «CascadingStyle». */

/** Colours are `#rrggbb`, opacities from 0 to 1, widths in pixels. For absent values the map has defaults. */
export interface ShapeStyle {
  stroke?: string;
  strokeOpacity?: number;
  strokeWidth?: number;
  fill?: string;
  fillOpacity?: number;
  /** False: areas have no border. Lines are drawn anyway. */
  outline?: false;
  /** Colour of a point. */
  marker?: string;
}

/** A style as written, so that one style can undo another. */
interface WrittenStyle extends Omit<ShapeStyle, 'outline' | 'marker'> {
  isFilled?: boolean;
  hasOutline?: boolean;
  /** Null: the icon's own colours, which are unknown here. */
  marker?: string | null;
}

const COLOR = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
/** The colour multiplies the icon: white leaves it unchanged, and a white dot would be invisible on a map. */
const WHITE = /^#(?:f[0-9a-f]){3}$/;
/** Widest line; wider ones hide what is around them. */
const WIDTH_MAX = 24;

/** @param text aabbggrr: opacity, blue, green, red. Null: it has another form */
function colorOf(text: string): { readonly color: string; readonly opacity: number } | null {
  const parts = COLOR.exec(text.trim());
  if (!parts) return null;
  const [, alpha = '', blue = '', green = '', red = ''] = parts;
  return { color: `#${red}${green}${blue}`.toLowerCase(), opacity: Number.parseInt(alpha, 16) / 255 };
}

/** `xsd:boolean`. Null: it has another form. */
function booleanOf(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === '1' || word === 'true') return true;
  return word === '0' || word === 'false' ? false : null;
}

/** Handlers of the elements in a style, by names of parent and element. */
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

/** Elements that choose a style, and in which others they may be. */
const SELECTORS = new Set(['Style', 'StyleMap', 'CascadingStyle', 'Pair']);
/** Longest chain of styles that refer to each other. */
const HOPS_MAX = 10;

interface Selector {
  readonly name: string;
  readonly id: string;
  /** State of a pair. */
  key: string;
  style: WrittenStyle;
  /** The referenced style. */
  url: string | null;
  /** The inline style. */
  inner: Selector | null;
}

/** Styles of one placemark: the referenced one and the inline one. */
export class OwnStyles {
  url: string | null = null;
  readonly inner: Selector[] = [];
}

/** All styles of a file, in the order of reading; a style may come after the reference to it. */
export class Styles {
  private readonly named = new Map<string, Selector>();
  private readonly open: Selector[] = [];

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!SELECTORS.has(name)) return;
    const [, id = ''] = Object.entries(attributes).find(([attribute]) => /^(?:\w+:)?id$/.test(attribute)) ?? [];
    this.open.push({ name, id, key: '', style: {}, url: null, inner: null });
  }

  /** @param own styles of the surrounding placemark. @returns whether the element was part of a style */
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
    // Maps have one style for highlighted shapes and one for all others.
    const isShown = selector.name !== 'Pair' || selector.key === 'normal';
    if (around && isShown) around.inner = selector;
    else if (!around) own?.inner.push(selector);
  }

  /** Style of a placemark: inline before referenced. */
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

  /** A style of this file, with or without `#` before its id. Styles of other files are not loaded. */
  private at(url: string | null, hops: number): WrittenStyle {
    const selector = this.named.get(url?.replace(/^#/, '') ?? '');
    return selector ? this.written(selector, hops) : {};
  }
}
