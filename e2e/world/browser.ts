import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { launchFirefox } from './firefox';

/**
 * `shell`: headless Chromium without its UI, which saves a fifth of a test's time. It has no push and no screen sharing, and always
 * gives the first camera.
 */
type ChromiumKind = 'whole' | 'shell';
export type BrowserKind = ChromiumKind | 'firefox';

/** Debian's browsers if installed; else Playwright's own, whose default is the shell. */
const DEBIAN = { whole: '/usr/bin/chromium', shell: '/usr/bin/chromium-headless-shell' } as const;
const playwrights = { whole: { channel: 'chromium' }, shell: {} } as const;

/**
 * Rendering Chromium's own address bar suggestions takes half of a start. The flag replaces Playwright's default, so the relevant
 * features of that are repeated.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PaintHolding',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'LensOverlay',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
];

/** The launch options of every Chromium in tests and benches. As root the sandbox is not available. */
export const launchOptions = (flags: readonly string[] = [], kind: ChromiumKind = 'whole'): LaunchOptions => ({
  ...(existsSync(DEBIAN[kind]) ? { executablePath: DEBIAN[kind] } : playwrights[kind]),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${NOT_NEEDED.join(',')}`,
    ...flags,
  ],
});

/** Pool of browsers that journeys reuse: starting and closing one takes as long as opening a page in it. */
export interface BrowserPool {
  /** A browser without a user; never shared by two people. */
  acquire(flags: readonly string[], kind: BrowserKind): Promise<Browser>;
  /** Returns it after closing all its pages. */
  release(browser: Browser): Promise<void>;
  close(): Promise<void>;
}

const launch = (flags: readonly string[], kind: BrowserKind): Promise<Browser> =>
  kind === 'firefox' ? launchFirefox() : chromium.launch(launchOptions(flags, kind));

export function createBrowserPool(): BrowserPool {
  const idle = new Map<string, Browser[]>();
  const flagsOf = new Map<Browser, string>();
  const restOf = (flags: string) => (idle.get(flags) ?? []).filter((browser) => browser.isConnected());
  return {
    async acquire(flags, kind) {
      const key = [kind, ...flags].join(' ');
      const [first, ...rest] = restOf(key);
      idle.set(key, rest);
      const browser = first ?? (await launch(flags, kind));
      flagsOf.set(browser, key);
      return browser;
    },
    async release(browser) {
      await Promise.all(browser.contexts().map((context) => context.close()));
      const key = flagsOf.get(browser) ?? '';
      idle.set(key, [...restOf(key), browser]);
    },
    close: async () => {
      await Promise.all([...flagsOf.keys()].map((browser) => browser.close()));
    },
  };
}
