/** The processor time of a browser, as it counts it itself. */
import type { Browser } from '@playwright/test';

/** @returns a clock: the seconds that all processes of the browser have been busy so far */
export async function watchBusy(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
}
