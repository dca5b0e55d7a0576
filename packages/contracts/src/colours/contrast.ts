/** Contrast of two colours by WCAG 2.2, and colours that have enough of it. A colour is `#rrggbb`. */

/** Minimum contrast of text: WCAG 2.2, 1.4.3. */
export const CONTRAST_MIN = 4.5;

const WHITE = [255, 255, 255] as const;
const BLACK = [0, 0, 0] as const;
/** In how many steps a colour is mixed with black or white. */
const STEPS = 64;

/** The pages behind a brand's accents, light and dark. */
export const LIGHT_PAGE = '#ffffff';
export const DARK_PAGE = '#111815';

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(colour: string): Channels | null {
  if (!/^#[\da-f]{6}$/i.test(colour)) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return [red, green, blue];
}

/** Relative luminance. */
function luminanceOf(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOfChannels(one: Channels, other: Channels): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** From 1 to 21; null if one of them is no colour. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [channelsOf(one), channelsOf(other)];
  return first && second && contrastOfChannels(first, second);
}

export const hasContrast = (one: string, other: string): boolean => (contrastOf(one, other) ?? 0) >= CONTRAST_MIN;

const mixed = (from: Channels, to: Channels, part: number): Channels => {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
};

const textOf = (channels: Channels): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** The colour most like `ink` that can be read on `ground`, darker or lighter; `ink` itself if it can, or if one is no colour. */
export function readableOn(ground: string, ink: string): string {
  const [behind, first] = [channelsOf(ground), channelsOf(ink)];
  if (!behind || !first) return ink;
  for (let step = 0; step <= STEPS; step += 1)
    for (const goal of [BLACK, WHITE]) {
      const tried = mixed(first, goal, step / STEPS);
      if (contrastOfChannels(behind, tried) >= CONTRAST_MIN) return textOf(tried);
    }
  return ink;
}
