/** Every brand in the repository meets the contrast limits (WCAG 2.2, 1.4.3). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brand as brandSchema, decode } from '@earth/contracts';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../../brands');
const LIGHT_PAGE = '#ffffff';
const DARK_PAGE = '#111815';

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(readdirSync(FOLDER))('the colours of brand «%s» have enough contrast', (code) => {
  const decoded = decode(brandSchema, JSON.parse(readFileSync(join(FOLDER, code, 'brand.json'), 'utf8')));
  if (!decoded.success) throw new Error(JSON.stringify(decoded.issues));
  const { colors } = decoded.data;

  expect(decoded.data.code).toBe(code);
  expect(contrastOf(colors.brandInk, colors.brand)).toBeGreaterThan(4.5);
  expect(contrastOf(colors.accentLight, LIGHT_PAGE)).toBeGreaterThan(4.5);
  expect(contrastOf(colors.onAccentLight, colors.accentLight)).toBeGreaterThan(4.5);
  expect(contrastOf(colors.accentDark, DARK_PAGE)).toBeGreaterThan(4.5);
  expect(contrastOf(colors.onAccentDark, colors.accentDark)).toBeGreaterThan(4.5);
});
