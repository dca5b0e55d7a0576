/**
 * What lies over the page, in layers: the last is on top, over everything. A layer is an element of the body, and whatever opens over
 * the page is put into one of them by a portal. `layers.css` has what is stacked inside of one.
 */
import { createContext, useContext } from 'react';

export const LAYERS = ['dialogs', 'call', 'callDialogs', 'notices', 'ring', 'questions'] as const;
export type Layer = (typeof LAYERS)[number];

const find = (name: Layer) => document.querySelector<HTMLElement>(`body > [data-layer="${name}"]`);

/** The element of a layer. All of them are made at once, so that they stand in their order. */
export function layerElement(name: Layer): HTMLElement {
  const there = find(name);
  if (there) return there;
  document.body.append(
    ...LAYERS.map((each) => {
      const element = find(each) ?? document.createElement('div');
      element.dataset.layer = each;
      return element;
    }),
  );
  return layerElement(name);
}

const DialogLayer = createContext<Layer>('dialogs');

/** Where dialogs of this part open: those of a call lie over the call, which lies over those of the page. */
export const DialogsIn = DialogLayer.Provider;

export const useDialogLayer = (): HTMLElement => layerElement(useContext(DialogLayer));

/**
 * What a dialog or a drawer of Mantine's takes of its layer. While something lies over it, it does not close: Escape, which Mantine
 * hears wherever the focus is, is then not meant for it, and what was typed in it would be lost.
 */
export function useInLayer(onClose: () => void) {
  const target = useDialogLayer();
  return {
    portalProps: { target },
    // In the order in which they were opened.
    zIndex: 'var(--layer-over)',
    onClose() {
      if (!target.inert) onClose();
    },
  };
}

/** The layers in which something lies over all that is below, one entry for each; null: in none, as in a test of one screen. */
const covering: (Layer | null)[] = [];

function coverBelow() {
  const highest = Math.max(-1, ...covering.map((layer) => (layer === null ? 0 : LAYERS.indexOf(layer))));
  const app = document.getElementById('root');
  // Making a part inert styles all of it anew, so it is done only where it changes.
  const setInert = (element: HTMLElement | null, isInert: boolean) => {
    if (element && element.inert !== isInert) element.inert = isInert;
  };
  setInert(app, covering.length > 0);
  LAYERS.forEach((layer, place) => {
    // What is said there is said over everything, and takes nothing over.
    if (layer !== 'notices') setInert(find(layer), place < highest);
  });
}

/**
 * Makes inert what lies under an element: the page and the layers below its own. What the browser itself shows over all of the page, a
 * film on the whole screen, ends.
 * @returns what ends that
 */
export function cover(element: Element | null): () => void {
  const layer = LAYERS.find((each) => find(each)?.contains(element)) ?? null;
  covering.push(layer);
  coverBelow();
  return () => {
    covering.splice(covering.indexOf(layer), 1);
    coverBelow();
  };
}

/** Whether a dialog, a viewer or a drawer lies over the page. */
export const hasOpenDialog = (): boolean => layerElement('dialogs').querySelector('[role="dialog"]') !== null;
