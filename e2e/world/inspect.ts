/** Checks for every screen: accessibility in light and dark, and no overflow on the narrowest phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the colour scheme; the others need only one run. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const NARROWEST = { width: 320, height: 640 };

/** Waits for the end of every animation that has one: while a dialog fades, its colours have no contrast. */
async function endOfAnimations(page: Page) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === 'running' && Number.isFinite(Number(end));
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await expect(page.locator('[data-leaving="true"]')).toHaveCount(0);
}

/** The findings of axe, one per line: the rule, and the elements that break it. */
async function findings(page: Page, rules: 'all' | 'ofColours'): Promise<string[]> {
  await endOfAnimations(page);
  // Otherwise axe opens a page of its own, which hides this one: messages are then not marked as read, and are pushed.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === 'all' ? axe.withTags(WCAG_22_AA) : axe.withRules(OF_COLOURS)).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}

/** The horizontal overflow in pixels. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks the open screen, and restores its state. */
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
