/** The stored menu, under a fixed key (D3.28), one per language. */
import { decode, encode, type MenuItem, menuItem } from '@earth/contracts';
import * as z from 'zod/mini';

const KEY = 'menu';

const storedMenus = z.record(z.string(), z.array(menuItem));

function readAll(): z.infer<typeof storedMenus> {
  try {
    const decoded = decode(storedMenus, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return decoded.success ? decoded.data : {};
  } catch {
    return {};
  }
}

export const readMenu = (language: string): readonly MenuItem[] | null => readAll()[language] ?? null;

/** If the storage is full, the former one stays. */
export function storeMenu(language: string, menu: readonly MenuItem[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(encode(storedMenus, { ...readAll(), [language]: [...menu] })));
  } catch {
    // It is fetched again the next time.
  }
}
