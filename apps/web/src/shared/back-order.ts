/** Overlays and the back button: a step back closes the top overlay before it leaves the page (D2.29). */
import { BACK_DEBOUNCE_MS } from '@earth/contracts';
import type { RouterHistory } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';

/** The order of closing. Within a kind, the last opened is closed first. */
const ORDER = ['panel', 'sheet', 'popup', 'card'] as const;
export type OverPage = (typeof ORDER)[number];

interface Open {
  readonly kind: OverPage;
  readonly close: () => void;
}

const opened = new Set<Open>();

const inOrder = (): readonly Open[] =>
  ORDER.flatMap((kind) => [...opened].filter((one) => one.kind === kind).toReversed());

/** Whether a step back closes something. */
export const isAnythingOpen = (): boolean => opened.size > 0;

/** Registers an overlay while `isOpen`. A step back calls `close`. */
export function useClosedByBack(kind: OverPage, isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  // Before it is painted: a step back from what can be seen would leave the page.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const one: Open = { kind, close: () => onBack() };
    opened.add(one);
    pushGuardEntry();
    return () => {
      opened.delete(one);
    };
  }, [kind, isOpen]);
}

/** The step back that is closing an overlay. */
let step: { isUndone: boolean } | null = null;

/**
 * Leaves the page by a step back, for an overlay that ends its page when it closes. If a step back is what closes it, that step leaves:
 * a second one would lead too far.
 */
export function leavePage(history: Pick<RouterHistory, 'back'>): void {
  if (step) step.isUndone = false;
  else history.back();
}

/** Before a redirect, for example to the sign-in. */
export function closeAllOver(): void {
  for (const { close } of inOrder()) close();
}

/**
 * There is no entry behind the first page, so a step back would leave the app even with an overlay open. When an overlay opens
 * there, a second history entry of the same page is pushed past the router, which sees no change. The entry stays: removing it later
 * could disturb a navigation under way.
 */
const isBase = (state: object | null) => state !== null && 'isBase' in state;
const isGuard = (state: object | null) => state !== null && 'isGuard' in state;

function pushGuardEntry() {
  const current = window.history.state as { readonly __TSR_index?: number; readonly isBase?: true } | null;
  if (current?.__TSR_index !== 0 || isGuard(current)) return;
  const { isBase: _, ...state } = current;
  History.prototype.replaceState.call(window.history, { ...state, isBase: true }, '');
  History.prototype.pushState.call(window.history, { ...state, isGuard: true }, '');
}

/**
 * A step back closes one overlay; another one within 100 ms is ignored as a bounce (D9.5).
 * @param now milliseconds
 */
export function handleStepsBack(history: Pick<RouterHistory, 'block'>, now: () => number): void {
  let closedAt = Number.NEGATIVE_INFINITY;
  function closeFirst(): boolean {
    const [first] = inOrder();
    if (!first) return false;
    closedAt = now();
    first.close();
    return true;
  }
  /** Whether something was closed, and the page stays. */
  function closesOnly(): boolean {
    const present = { isUndone: true };
    step = present;
    const isClosed = closeFirst();
    step = null;
    return isClosed && present.isUndone;
  }
  history.block({
    enableBeforeUnload: false,
    blockerFn({ action, currentLocation: from, nextLocation: to }) {
      // A step back off the second entry of the page, or off the entry that replaced it. Otherwise the user came back from a later
      // page.
      if (action === 'GO' && isBase(to.state) && from.state.__TSR_index === to.state.__TSR_index) {
        const isMoreOpen = opened.size > 1;
        if (!closeFirst()) window.history.back();
        else if (isMoreOpen) pushGuardEntry();
      } else if (action === 'BACK') return now() - closedAt < BACK_DEBOUNCE_MS || closesOnly();
      return false;
    },
  });
}
