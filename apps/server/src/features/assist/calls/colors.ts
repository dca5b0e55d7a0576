import { ANNOTATION_COLORS } from '@earth/contracts';

/** Golden angle in degrees: stepping by it never comes back near an earlier hue. */
const GOLDEN_ANGLE = 137.508;

/** Drawing colour of the participant at `position` (from 0): the contract's colours first, then generated ones. */
export function annotationColor(position: number): string {
  return ANNOTATION_COLORS[position] ?? hex((position * GOLDEN_ANGLE) % 360);
}

/** Converts a hue in degrees to a hex colour with 80 % saturation and 68 % lightness (CSS Color 4, HSL to RGB). */
function hex(hue: number): string {
  const [saturation, lightness] = [0.8, 0.68];
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
