/**
 * Layers over the page; the last is on top. A layer is an element of the body, and overlays render into one of them with a portal.
 * `layers.css` defines the stacking inside of one.
 */
import { createContext, useContext } from 'react';

export const LAYERS = ['dialogs', 'call', 'callDialogs', 'notices', 'ring', 'questions'] as const;
export type Layer = (typeof LAYERS)[number];

const find = (name: Layer) => document.querySelector<HTMLElement>(`body > [data-layer="${name}"]`);

/** The element of a layer. All layers are created together, so that they have the fixed order. */
export function layerElement(name: Layer): HTMLElement {
  const there = find(name);
  if (there) return there;
  document.body.append(
    ...LAYERS.map((each) => {
      const element = find(each) ?? document.createElement('div');
      element.dataset.layer = each;
      // The call is dark, in light and dark schemes, and so are its dialogs.
      if (each === 'callDialogs') element.dataset.theme = 'dark';
      return element;
    }),
  );
  return layerElement(name);
}

const DialogLayer = createContext<Layer>('dialogs');

/** Sets the layer for the dialogs of this subtree: those of a call lie over the call, which lies over the dialogs of the page. */
export const DialogsIn = DialogLayer.Provider;

export const useDialogLayer = (): HTMLElement => layerElement(useContext(DialogLayer));

/** The layers of the open overlays, one entry each; null: outside of any layer, as in a test of one screen. */
const covering: (Layer | null)[] = [];

function coverBelow() {
  const highest = Math.max(-1, ...covering.map((layer) => (layer === null ? 0 : LAYERS.indexOf(layer))));
  const app = document.getElementById('root');
  // Making a part inert restyles all of it, so it is only done on changes.
  const setInert = (element: HTMLElement | null, isInert: boolean) => {
    if (element && element.inert !== isInert) element.inert = isInert;
  };
  setInert(app, covering.length > 0);
  LAYERS.forEach((layer, place) => {
    // Notices are shown over everything and cover nothing.
    if (layer !== 'notices') setInert(find(layer), place < highest);
  });
}

/**
 * Makes inert everything below an element: the page and the lower layers. Also leaves the browser's full screen mode.
 * @returns a function that ends it
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

/** Whether a dialog, a viewer or a drawer is open over the page. */
export const hasOpenDialog = (): boolean => layerElement('dialogs').querySelector('[role="dialog"]') !== null;
