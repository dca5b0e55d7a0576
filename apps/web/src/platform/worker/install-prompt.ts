/** A browser that lets the app be installed says so once, soon after the page is opened; the app asks when somebody wants it. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The browser's types leave it out: it is no standard. */
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

/** The browser asks the person. It can be done once: where they refuse, the browser offers it again when it likes. */
export async function install(): Promise<void> {
  const { event } = offer.getState();
  offer.setState({ event: null });
  await event?.prompt();
}
