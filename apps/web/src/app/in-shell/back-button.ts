/** Android's back button in the mobile shell (D2.29): a step back in the history, or the end of the app. */
import { BACK_DEBOUNCE_MS, HOME_CODE } from '@earth/contracts';
import type { RouterHistory } from '@tanstack/react-router';
import { createCalls } from '../../assist/calls/model/call-session';
import { scopeStore } from '../../platform';
import { exitApp, listenToBackButton, minimizeApp } from '../../platform/native/shell-app';
import { notePluginError } from '../../platform/native/shell';
import { isAnythingOpen } from '../../shared/back-order';
import { plainPath } from '../../shared/start-page';

interface BackButtonPorts {
  readonly history: Pick<RouterHistory, 'back' | 'canGoBack' | 'location'>;
  /** The end of the app would end the call too. */
  readonly isInCall: () => boolean;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * What is open is closed in its order by the step back itself (`shared/back-order.ts`). With nothing open, the app is left from `/earth`, and
 * from a page that has none before it. A second press within 100 ms counts as none (D9.5).
 */
export function handleBackButton({ history, isInCall, now }: BackButtonPorts): void {
  let pressedAt = Number.NEGATIVE_INFINITY;
  const leave = () => void (isInCall() ? minimizeApp() : exitApp()).catch(notePluginError);
  function onBack() {
    if (now() - pressedAt < BACK_DEBOUNCE_MS) return;
    pressedAt = now();
    const isLast = plainPath(history.location.pathname) === HOME_CODE || !history.canGoBack();
    if (isAnythingOpen() || !isLast) history.back();
    else leave();
  }
  try {
    listenToBackButton(onBack);
  } catch (error) {
    // The web view then goes back by itself.
    notePluginError(error);
  }
}

/** The same, for the page. */
export const handlePageBackButton = (history: BackButtonPorts['history']): void =>
  handleBackButton({
    history,
    isInCall: () => scopeStore.getState().get(createCalls).getView().phase !== 'idle',
    now: Date.now,
  });
