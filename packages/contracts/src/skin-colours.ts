/** Colours of a skin, for the app and for the first view that the server renders. */
import type { ContentItem } from './contents';

/** Minimum contrast: WCAG 2.2, 1.4.3. */
const CONTRAST_MIN = 4.5;

/** Relative luminance (WCAG 2.2) of `#rrggbb`; null if the text has another form. */
function luminanceOf(colour: string): number | null {
  if (!/^#[\da-f]{6}$/i.test(colour)) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Colours of the strip with a brand's name. Null: the contrast is too low. */
export function skinColours(skin: ContentItem['skin'] | undefined): { ground: string; ink: string } | null {
  if (!skin) return null;
  const [ground, ink] = [luminanceOf(skin.hdBgColor), luminanceOf(skin.hdFontColor)];
  if (ground === null || ink === null) return null;
  const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
  return contrast < CONTRAST_MIN ? null : { ground: skin.hdBgColor, ink: skin.hdFontColor };
}
