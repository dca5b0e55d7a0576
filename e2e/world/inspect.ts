/** What holds for every screen: anybody can use it, in light and dark, on the narrowest phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that a colour scheme decides; all others find in one what they find in the other. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const NARROWEST = { width: 320, height: 640 };

/** A finding of axe in one line: the rule, and the elements that break it. */
async function findings(page: Page, rules: 'all' | 'ofColours'): Promise<string[]> {
  // Else it opens a page of its own, and this one is out of sight meanwhile: what comes is not read, and is told by push.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === 'all' ? axe.withTags(WCAG_22_AA) : axe.withRules(OF_COLOURS)).analyze();
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
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await findings(page, 'all'), 'axe, light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await findings(page, 'ofColours'), 'axe, dark').toEqual([]);
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sticksOut(page), 'pixels beyond 320').toBe(0);
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light' });
}
