/** Colours of a skin, for the app and for the first view that the server renders. */
import type { ContentItem } from '../contents';
import { hasContrast } from './contrast';

/** Colours of the strip with a brand's name. Null: the contrast is too low. */
export function skinColours(skin: ContentItem['skin'] | undefined): { ground: string; ink: string } | null {
  if (!skin || !hasContrast(skin.hdBgColor, skin.hdFontColor)) return null;
  return { ground: skin.hdBgColor, ink: skin.hdFontColor };
}
