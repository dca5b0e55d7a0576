/** The colours of a brand: which of them are read on which, and a whole set made from one. */
import { DARK_PAGE, hasContrast, LIGHT_PAGE, readableOn } from './contrast';
import type { Brand } from '../settings';

export type BrandColours = Brand['colors'];
type Name = keyof BrandColours;

const DARK_INK = '#131a17';

/** Which colour is read on which; a page is no colour of the brand. */
const PAIRS = [
  { ink: 'brandInk', ground: 'brand' },
  { ink: 'accentLight', ground: 'lightPage' },
  { ink: 'onAccentLight', ground: 'accentLight' },
  { ink: 'accentDark', ground: 'darkPage' },
  { ink: 'onAccentDark', ground: 'accentDark' },
] as const satisfies readonly { readonly ink: Name; readonly ground: Name | 'lightPage' | 'darkPage' }[];

/** Each pair with its colours. */
export const pairsOf = (colours: BrandColours) =>
  PAIRS.map(({ ink, ground }) => ({
    name: ink,
    ink: colours[ink],
    ground: { ...colours, lightPage: LIGHT_PAGE, darkPage: DARK_PAGE }[ground],
  }));

/** The first colour that cannot be read; null: all can. */
export const unreadableOf = (colours: BrandColours): Name | null =>
  pairsOf(colours).find(({ ink, ground }) => !hasContrast(ground, ink))?.name ?? null;

/** White where it can be read, else a dark one. */
const inkOn = (ground: string) =>
  hasContrast(ground, LIGHT_PAGE)
    ? LIGHT_PAGE
    : readableOn(ground, hasContrast(ground, DARK_INK) ? DARK_INK : '#000000');

/** All colours of a brand from its main one: each can be read where it stands. */
export function coloursFrom(brand: string): BrandColours {
  const accentLight = readableOn(LIGHT_PAGE, brand);
  const accentDark = readableOn(DARK_PAGE, brand);
  return {
    brand,
    brandInk: inkOn(brand),
    brandDeep: accentLight,
    accentLight,
    onAccentLight: inkOn(accentLight),
    accentDark,
    onAccentDark: inkOn(accentDark),
  };
}
