/** Pictures of a screen for review: on a phone and a desktop, light and dark. */
import { expect, type Page, type TestInfo } from '@playwright/test';
import { sticksOut } from './inspect';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const SCHEMES = ['light', 'dark'] as const;

/** The computed colours, to detect that another scheme was applied. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The media settings of the page beside its size. */
const mediaOf = () =>
  ({
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference',
  }) as const;

/**
 * Takes the pictures of the open screen under a name, and restores its state; fails on horizontal overflow. `settle` waits for
 * asynchronous drawing.
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
