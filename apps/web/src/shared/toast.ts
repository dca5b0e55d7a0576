import { createStore } from 'zustand/vanilla';

export interface Toast {
  /** Counts the toasts. */
  readonly id: number;
  readonly words: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** A toast stays for 2 s, one with an action for 6 s. */
const STAY_MS = 2_000;
const STAY_WITH_ACTION_MS = 6_000;

export const toastStore = createStore<{ readonly toast: Toast | null; readonly lastId: number }>(() => ({
  toast: null,
  lastId: 0,
}));

/**
 * Shows a toast; the next one replaces it.
 * @param stayMs overrides the default time
 */
export function showToast(
  words: string,
  action?: Toast['action'],
  stayMs = action ? STAY_WITH_ACTION_MS : STAY_MS,
): void {
  const id = toastStore.getState().lastId + 1;
  toastStore.setState({ toast: { id, words, action }, lastId: id });
  setTimeout(() => hideToast(id), stayMs);
}

export function hideToast(id: number): void {
  if (toastStore.getState().toast?.id === id) toastStore.setState({ toast: null });
}
