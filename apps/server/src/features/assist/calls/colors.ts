import { ANNOTATION_COLORS } from '@earth/contracts';

/** Turning by it again and again never comes near a hue that was there before. */
const GOLDEN_ANGLE = 137.508;

/** The drawing colour of the nth person of a call (from 0): the contract's first, then as many others as are needed. */
export function annotationColor(position: number): string {
  return ANNOTATION_COLORS[position] ?? hex((position * GOLDEN_ANGLE) % 360);
}

/** A light, lively colour of a hue in degrees (CSS Color 4, HSL to RGB, with 80 % saturation and 68 % lightness). */
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
