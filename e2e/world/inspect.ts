/** What holds for every screen: anybody can use it, in light and dark, on the narrowest phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NARROWEST = { width: 320, height: 640 };

/** A finding of axe in one line: the rule, and the elements that break it. */
async function findings(page: Page): Promise<string[]> {
  // Else it opens a page of its own, and this one is out of sight meanwhile: what comes is not read, and is told by push.
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).setLegacyMode().analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}

/** How many pixels stick out at the side. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks the screen that is open, and leaves it as it was. */
export async function inspect(page: Page) {
  const viewport = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findings(page), `axe, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sticksOut(page), 'pixels beyond 320').toBe(0);
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light' });
}
