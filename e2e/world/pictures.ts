/** Pictures of a screen as it is to be shown to a customer: on a phone and a desktop, light and dark. */
import { expect, type Page, type TestInfo } from '@playwright/test';
import { sticksOut } from './inspect';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const SCHEMES = ['light', 'dark'] as const;

/** The colours of another scheme are on the screen. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What the page takes from its device beside the size. */
const mediaOf = () =>
  ({
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference',
  }) as const;

/**
 * Takes the pictures of the screen that is open, under a name, and leaves it as it was; nothing of it sticks out at the side.
 * `settle` waits for what the screen draws by itself.
 */
export const photographer =
  (page: Page, testInfo: TestInfo) =>
  async (name: string, settle = () => painted(page)) => {
    const before = page.viewportSize();
    const media = await page.evaluate(mediaOf);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(() => sticksOut(page), `${name}, ${size.width}`).toBe(0);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settle();
        await page.screenshot({
          path: testInfo.outputPath(`${name}-${size.width}-${colorScheme}.png`),
          animations: 'disabled',
        });
      }
    }
    await page.emulateMedia(media);
    if (before) await page.setViewportSize(before);
  };
