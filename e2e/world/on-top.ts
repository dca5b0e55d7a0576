/** What is «visible» may lie under something else: here it is looked for as a pointer finds it. */
import { expect, type Locator } from '@playwright/test';

/** What lies over the middle of the element; null: nothing does, a pointer would meet it there. */
const coverOf = (locator: Locator) =>
  locator.evaluate((element) => {
    // What lets pointers through, as a banner does, is looked for as if it did not.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-on-top], [data-on-top] * { pointer-events: auto !important; }');
    document.adoptedStyleSheets.push(sheet);
    element.setAttribute('data-on-top', '');
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    element.removeAttribute('data-on-top');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    if (hit === null) return 'Its middle is out of sight';
    return element.contains(hit) ? null : hit.outerHTML.slice(0, 200);
  });

/** The element is in sight, and in its middle nothing lies over it. */
export async function expectOnTop(locator: Locator) {
  await expect(locator).toBeVisible();
  await locator.scrollIntoViewIfNeeded();
  await expect.poll(() => coverOf(locator), 'what lies over it').toBeNull();
}
