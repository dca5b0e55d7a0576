/** Debian's Firefox as the browser of a person: its camera and microphone are the fake ones that it has itself. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, firefox } from '@playwright/test';

declare global {
  interface Window {
    /** Called when the server has accepted the page's socket. */
    testIsOnline: () => Promise<void>;
  }
}

/** As in `scripts/tools.mjs`, which installs it. */
const PROGRAM = 'firefox-esr';
const VERSION_MIN = 140;

/** The first one in the PATH. */
const findFirefox = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, PROGRAM))
    .find((path) => existsSync(path));

/** Whether a version is installed that can be driven. */
export function hasFirefox(): boolean {
  const path = findFirefox();
  if (path === undefined) return false;
  try {
    const version = execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
    return Number(/\d+/.exec(version)?.[0]) >= VERSION_MIN;
  } catch {
    return false;
  }
}

/** A picture whose colour changes, and a tone; a test has nobody who answers the question for the permission. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
};

/** What is used of Playwright's own side of a browser. */
interface Driver {
  readonly _browserSession: { send(method: string, params: unknown): Promise<unknown> };
}

/**
 * Playwright drives a Firefox that is not its own by WebDriver BiDi, which the channel selects. Each context begins with a command that
 * Firefox 153 does not know: it is left out, so pages have the system's colours.
 */
export async function launchFirefox(): Promise<Browser> {
  // As root it does not start in the home of another user.
  const home = await mkdtemp(join(tmpdir(), 'earth-firefox-'));
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox() ?? PROGRAM,
    env: { ...process.env, HOME: home },
    args: [],
    firefoxUserPrefs: PREFERENCES,
  });
  const { _connection: connection } = browser as unknown as { _connection: { toImpl(of: Browser): Driver } };
  const session = connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? {} : await send(method, params);
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    await close(options);
    await rm(home, { recursive: true, force: true });
  };
  return browser;
}

/** Runs in the page before its own code. */
function watchSockets() {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (String(data).includes('"ready"')) void window.testIsOnline();
      });
    }
  };
}

/** WebDriver BiDi reports no frames of sockets, so the page itself reports that the server has accepted its socket. */
export async function reportOnline(context: BrowserContext, isOnline: () => void) {
  await context.exposeFunction('testIsOnline', isOnline);
  await context.addInitScript(watchSockets);
}
