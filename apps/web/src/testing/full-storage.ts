import { vi } from 'vitest';

/** The device stores nothing more from now on, until `vi.unstubAllGlobals`. A spy on `Storage` would miss a method that was used before. */
export function fillStorage(): void {
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    },
  });
}
