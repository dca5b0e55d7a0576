/** The other side's picture in a window of its own, over other tabs and programs (Picture-in-Picture, W3C), where the browser has that. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { showToast } from '../../../shared/toast';
import { texts } from './texts';

interface Floating {
  /** The video that can float; null: there is no picture of anybody else. */
  readonly video: HTMLVideoElement | null;
  readonly isOpen: boolean;
}

/** The video stays while the screens of a call change, and their buttons find it here. */
export const floatingStore = createStore<Floating>(() => ({ video: null, isOpen: false }));

/** Firefox has windows of its own making, which a page cannot open. */
export const canFloat = (page: Pick<Document, 'pictureInPictureEnabled'> = document): boolean =>
  page.pictureInPictureEnabled;

/** @throws DOMException without a gesture of the user, unless the browser has asked for it */
export async function float(): Promise<void> {
  await floatingStore.getState().video?.requestPictureInPicture();
}

async function toggle() {
  try {
    await (floatingStore.getState().isOpen ? document.exitPictureInPicture() : float());
  } catch {
    showToast(texts.say('failed'));
  }
}

/** The button; null: the browser cannot, or there is no picture. */
export function useFloating(): { readonly isOpen: boolean; readonly toggle: () => void } | null {
  const { video, isOpen } = useStore(floatingStore);
  return video && { isOpen, toggle: () => void toggle() };
}
