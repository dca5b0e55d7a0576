/** A «visible» element may be covered: these checks use hit testing. */
import { expect, type Locator } from '@playwright/test';

/** What covers the centre of the element; null: a pointer would hit the element. */
const coverOf = (locator: Locator) =>
  locator.evaluate((element) => {
    // Elements with `pointer-events: none`, such as a banner, are included.
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

/** The element is visible, and nothing covers its centre. */
export async function expectOnTop(locator: Locator) {
  await expect(locator).toBeVisible();
  await locator.scrollIntoViewIfNeeded();
  await expect.poll(() => coverOf(locator), 'what lies over it').toBeNull();
}
