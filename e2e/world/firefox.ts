/** Debian's Firefox as the browser of a person: its camera and microphone are the fake ones that it has itself. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, firefox } from '@playwright/test';

declare global {
  interface Window {
    /** Called when the server has accepted the page's socket. */
    testIsOnline: () => Promise<void>;
  }
}

const FIREFOX = '/usr/bin/firefox-esr';

export const hasFirefox = () => existsSync(FIREFOX);

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
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    args: [],
    firefoxUserPrefs: PREFERENCES,
  });
  const { _connection: connection } = browser as unknown as { _connection: { toImpl(of: Browser): Driver } };
  const session = connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? {} : await send(method, params);
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
