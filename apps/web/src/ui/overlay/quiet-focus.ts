const MARK = 'data-quiet';

/** Moves the focus for the user, for example into an overlay that opens. It stays visible but opens no tooltip: nobody went there. */
export function focusQuietly(element: HTMLElement): void {
  element.setAttribute(MARK, '');
  element.focus({ preventScroll: true });
  element.removeAttribute(MARK);
}

/** For handlers of `focus`, which run while the focus moves. */
export const isFocusedQuietly = (element: Element): boolean => element.hasAttribute(MARK);
