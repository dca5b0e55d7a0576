/** Large text on the narrowest phone: what of a screen is cut off, sticks out, or is too small for a finger. */
import { expect, type Page } from '@playwright/test';

/** A phone of 320 px whose text is twice as large (WCAG 1.4.4 and 1.4.10 together). */
const NARROWEST = { width: 320, height: 640 };

/** As the font size of the browser's settings does; in each document, before its own code. Runs in the page. */
function enlargeText() {
  const enlarge = () => {
    if (!document.documentElement) return false;
    document.documentElement.style.fontSize = '200%';
    return true;
  };
  if (!enlarge()) {
    const observer = new MutationObserver(() => enlarge() && observer.disconnect());
    observer.observe(document, { childList: true });
  }
}

/** From the next document on. */
export async function readLargeText(page: Page) {
  await page.setViewportSize(NARROWEST);
  await page.addInitScript(enlargeText);
}

/** The smallest targets, in px: for a finger; and for one in a glove, on the field user's screens . */
const TARGET = 44;
export const FIELD_TARGET = 56;

/** Runs in the page. @returns what is wrong, one line each */
function findBroken(target: number): string[] {
  const SLACK = 2;
  const CONTROLS =
    'button, a[href], select, textarea, input:not([type="hidden"]), [role="button"], [role="tab"], [role="switch"], [role="menuitem"]';
  const root = document.documentElement;

  const nameOf = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${words.trim().slice(0, 60)}`;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, [inert], [aria-hidden="true"]');
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

  /** What scrolls both ways; a strip that scrolls only sideways is meant to. */
  function findScrolling(): string[] {
    const both = [...document.querySelectorAll('body *')].filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return (
        scrolls(overflowX) &&
        scrolls(overflowY) &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.scrollHeight > element.clientHeight &&
        isSeen(element)
      );
    });
    return [root, ...both]
      .map((element) => ({ element, by: element.scrollWidth - element.clientWidth }))
      .filter(({ by }) => by > 0)
      .map(({ element, by }) => `scrolls sideways by ${by} px: ${nameOf(element)}`);
  }

  const isOutside = (rect: DOMRect, box: DOMRect, hangs: number) =>
    rect.right > box.right + SLACK + hangs || rect.left < box.left - SLACK;
  const isTaller = (rect: DOMRect, box: DOMRect) => rect.bottom > box.bottom + SLACK || rect.top < box.top - SLACK;

  /** What an ancestor does to a text: null: nothing; `fine`: those around it do nothing either. */
  function effectOf(at: Element, rect: DOMRect, { hangs, isOneBox }: { hangs: number; isOneBox: boolean }) {
    const { display, overflowX, textOverflow, webkitLineClamp } = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    const isOut = isOutside(rect, box, hangs);
    if (scrolls(overflowX)) return 'fine';
    if (overflowX === 'hidden' || overflowX === 'clip') {
      // One box on the line, as a button is, is cut as a whole.
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
        return isOut && isOneBox ? 'is cut without an ellipsis' : 'fine';
      if (isOut) return 'is cut off';
    }
    const isControl = at.matches(CONTROLS) && display !== 'inline';
    return isControl && (isOut || isTaller(rect, box)) ? 'sticks out' : null;
  }

  /** Whether a text is cut off at the edge of an ancestor, or is outside of its control. */
  function problemOf(text: Text, rect: DOMRect): string | null {
    const around = { hangs: 0, isOneBox: false };
    for (let at = text.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      // A space at the end of a line hangs over its edge.
      if (style.whiteSpace.startsWith('pre-')) around.hangs = Number.parseFloat(style.fontSize) / 2;
      const effect = effectOf(at, rect, around);
      if (effect) return effect === 'fine' ? null : effect;
      around.isOneBox ||= style.display.startsWith('inline-');
    }
    return rect.right > root.clientWidth + SLACK || rect.left < -SLACK ? 'is off the screen' : null;
  }

  function findCut(): string[] {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      const parent = text.parentElement;
      if (!parent || text.data.trim() === '' || parent.closest('script, style') || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) {
        const problem = problemOf(text, rect);
        const where = nameOf(parent.closest(CONTROLS) ?? parent);
        if (problem) found.push(`${problem}: «${text.data.trim().slice(0, 40)}» in ${where}`);
      }
    }
    return found;
  }

  /** Its target may be larger than it looks, as of a row that one link covers. */
  function isReached(
    control: HTMLElement,
    label: Element | null,
    { width, height }: { width: number; height: number },
  ) {
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const box = control.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const reach = target / 2 - 1;
    const takes = (atX: number, atY: number) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit !== null && (control.contains(hit) || label?.contains(hit) === true);
    };
    const isWide = width >= target - 0.5 || (takes(x - reach, y) && takes(x + reach, y));
    return isWide && (height >= target - 0.5 || (takes(x, y - reach) && takes(x, y + reach)));
  }

  function findSmall(): string[] {
    const found: string[] = [];
    // A mouse needs less.
    if (!matchMedia('(pointer: coarse)').matches) return found;
    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      // A link within a sentence has the size of its text (WCAG 2.5.8).
      if (!isSeen(control) || getComputedStyle(control).display === 'inline') continue;
      const own = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      const label = control.closest('label') ?? own ?? null;
      const boxes = [control, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
      const size = {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      };
      const isNothing = size.width < 1 || size.height < 1;
      if (!isNothing && Math.min(size.width, size.height) < target - 0.5 && !isReached(control, label, size))
        found.push(`${Math.round(size.width)} × ${Math.round(size.height)} px: ${nameOf(control)}`);
    }
    return found;
  }

  return [...new Set([...findScrolling(), ...findCut(), ...findSmall()])];
}

/** Opens a page, waits until nothing is loading, and checks it. */
export async function expectReadable(page: Page, path: string) {
  await page.goto(path);
  await expectWholeScreen(page, path);
}

/** Checks the open screen. @param target the smallest target, in px */
export async function expectWholeScreen(page: Page, name: string, target = TARGET) {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main, [role="dialog"]').first(), name).toBeVisible();
  await expect(page.locator('[data-loading]'), name).toHaveCount(0);
  await expect.soft(page.evaluate(findBroken, target), name).resolves.toEqual([]);
}
