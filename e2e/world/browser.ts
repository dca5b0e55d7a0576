import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

/**
 * `shell`: Chromium's pages without its windows, which cost a fifth of what a test costs. It knows no push, shares no screen, and gives
 * whoever may use a camera the first one.
 */
export type BrowserKind = 'whole' | 'shell';

/** Debian's browsers where they are; elsewhere Playwright's own, whose default is the shell. */
const DEBIAN = { whole: '/usr/bin/chromium', shell: '/usr/bin/chromium-headless-shell' } as const;
const playwrights = { whole: { channel: 'chromium' }, shell: {} } as const;

/**
 * Of Chromium's own screens, the list under its address bar takes as long to make as all the rest of a start. The flag
 * takes the place of Playwright's: what of that matters to an app on this machine is named again.
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

/** How every browser of the tests and the benches is started. Root has no sandbox to start one in. */
export const launchOptions = (flags: readonly string[] = [], kind: BrowserKind = 'whole'): LaunchOptions => ({
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

/** Browsers that journeys share one after the other: to start and to end one takes as long as to open a page in it. */
export interface BrowserPool {
  /** One that nobody uses now: two people never share one. */
  take(flags: readonly string[], kind: BrowserKind): Promise<Browser>;
  /** Gives it back, without any page of whoever had it. */
  giveBack(browser: Browser): Promise<void>;
  close(): Promise<void>;
}

export function createBrowserPool(): BrowserPool {
  const idle = new Map<string, Browser[]>();
  const flagsOf = new Map<Browser, string>();
  const restOf = (flags: string) => (idle.get(flags) ?? []).filter((browser) => browser.isConnected());
  return {
    async take(flags, kind) {
      const key = [kind, ...flags].join(' ');
      const [first, ...rest] = restOf(key);
      idle.set(key, rest);
      const browser = first ?? (await chromium.launch(launchOptions(flags, kind)));
      flagsOf.set(browser, key);
      return browser;
    },
    async giveBack(browser) {
      await Promise.all(browser.contexts().map((context) => context.close()));
      const key = flagsOf.get(browser) ?? '';
      idle.set(key, [...restOf(key), browser]);
    },
    close: async () => {
      await Promise.all([...flagsOf.keys()].map((browser) => browser.close()));
    },
  };
}
