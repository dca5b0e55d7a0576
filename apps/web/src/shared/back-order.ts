/** What lies over a page, and what of it a step back closes before the page itself is left (D2.29). */
import { BACK_DEBOUNCE_MS } from '@earth/contracts';
import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** What is closed first. Of a kind, that which was opened last. */
const ORDER = ['panel', 'sheet', 'popup', 'card'] as const;
export type OverPage = (typeof ORDER)[number];

interface Open {
  readonly kind: OverPage;
  readonly close: () => void;
}

const opened = new Set<Open>();

const inOrder = (): readonly Open[] =>
  ORDER.flatMap((kind) => [...opened].filter((one) => one.kind === kind).toReversed());

/** Says that something lies over the page as long as `isOpen`. `close` is what a step back does to it. */
export function useClosedByBack(kind: OverPage, isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const one: Open = { kind, close: () => onBack() };
    opened.add(one);
    guard();
    return () => {
      opened.delete(one);
    };
  }, [kind, isOpen]);
}

/** Before one is led elsewhere, as to the sign-in. */
export function closeAllOver(): void {
  for (const { close } of inOrder()) close();
}

/**
 * Behind the page by which one came in there is nothing: a step back would leave the app, whatever is open. Once something has been
 * open there, a second entry of that page lies over the first. It is laid past the router, for which it is the same page, and it
 * stays: taken out again, it would be so later, in the middle of whatever navigation is under way then.
 */
const isBase = (state: object | null) => state !== null && 'isBase' in state;
const isGuard = (state: object | null) => state !== null && 'isGuard' in state;

function guard() {
  const here = window.history.state as { readonly __TSR_index?: number; readonly isBase?: true } | null;
  if (here?.__TSR_index !== 0 || isGuard(here)) return;
  const { isBase: _, ...state } = here;
  History.prototype.replaceState.call(window.history, { ...state, isBase: true }, '');
  History.prototype.pushState.call(window.history, { ...state, isGuard: true }, '');
}

/**
 * A step back closes what lies over the page, one thing a step; another one within 100 ms is a bounce (D9.5).
 * @param now ms
 */
export function answerStepsBack(history: Pick<RouterHistory, 'block'>, now: () => number): void {
  let closedAt = Number.NEGATIVE_INFINITY;
  function closeFirst(): boolean {
    const [first] = inOrder();
    if (!first) return false;
    closedAt = now();
    first.close();
    return true;
  }
  history.block({
    enableBeforeUnload: false,
    blockerFn({ action, currentLocation: from, nextLocation: to }) {
      // Off the second entry of the page, or off what has taken its place. From a later page one has come back.
      if (action === 'GO' && isBase(to.state) && from.state.__TSR_index === to.state.__TSR_index) {
        const isMoreOpen = opened.size > 1;
        if (!closeFirst()) window.history.back();
        else if (isMoreOpen) guard();
      } else if (action === 'BACK') return now() - closedAt < BACK_DEBOUNCE_MS || closeFirst();
      return false;
    },
  });
}
