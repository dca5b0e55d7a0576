/** The menu as it was last seen, one for each language (D3.28). */
import { decode, encode, type MenuItem, menuItem } from '@earth/contracts';
import * as z from 'zod/mini';

const KEY = 'menu';

const keptMenus = z.record(z.string(), z.array(menuItem));

function readAll(): z.infer<typeof keptMenus> {
  try {
    const decoded = decode(keptMenus, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return decoded.success ? decoded.data : {};
  } catch {
    return {};
  }
}

export const readMenu = (language: string): readonly MenuItem[] | null => readAll()[language] ?? null;

/** A browser that is full keeps the one before. */
export function keepMenu(language: string, menu: readonly MenuItem[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(encode(keptMenus, { ...readAll(), [language]: [...menu] })));
  } catch {
    // It is asked for again the next time.
  }
}
