/**
 * Install prompt: an installable app receives `beforeinstallprompt` once, soon after the page is opened; the prompt is shown when
 * the user asks for it.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Not standardized, so the DOM types lack it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const offer = createStore<{ readonly event: InstallEvent | null }>(() => ({ event: null }));

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer.setState({ event: event as InstallEvent });
});
addEventListener('appinstalled', () => offer.setState({ event: null }));

export const useCanInstall = (): boolean => useStore(offer, ({ event }) => event !== null);

/** Shows the browser's prompt. It can be used once: after a refusal the browser decides when to offer it again. */
export async function install(): Promise<void> {
  const { event } = offer.getState();
  offer.setState({ event: null });
  await event?.prompt();
}
