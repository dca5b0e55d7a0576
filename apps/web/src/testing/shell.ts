import { vi } from 'vitest';

/** Simulates the mobile shell with these plugins. */
export function standInShell(
  plugins: Readonly<Record<string, unknown>>,
  platform: 'ios' | 'android' = 'android',
): void {
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true, getPlatform: () => platform, Plugins: plugins });
}

/** The shell's file system; `written`: its files. */
export function shellFiles() {
  const written = new Map<string, string>();
  return {
    written,
    Filesystem: {
      async writeFile({ path, data }: { path: string; data: string }) {
        written.set(path, atob(data));
        return { uri: `file:///cache/${path}` };
      },
      rmdir: async () => written.clear(),
    },
  };
}
