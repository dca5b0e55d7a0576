import type { Place } from './model/geometry';
import styles from './map-view.module.css';

export interface Mark {
  readonly place: Place;
  readonly title: string;
  /** `pin`: a place; `here`: the user's position; a number: a stop in this order. */
  readonly kind: 'pin' | 'here' | number;
  readonly onOpen?: () => void;
}

/** A marker that MapLibre moves, so it is not rendered by React. */
export function markElement({ kind, title, onOpen }: Mark): HTMLElement {
  const element = document.createElement(onOpen ? 'button' : 'div');
  element.className = [styles.mark, typeof kind === 'number' ? styles.number : styles[kind]].join(' ');
  element.textContent = typeof kind === 'number' ? String(kind) : '';
  if (onOpen) {
    element.setAttribute('type', 'button');
    element.addEventListener('click', (event) => {
      // Otherwise the map would treat it as a tap on itself.
      event.stopPropagation();
      onOpen();
    });
  } else element.setAttribute('role', 'img');
  element.setAttribute('aria-label', typeof kind === 'number' ? `${kind}. ${title}` : title);
  element.title = title;
  return element;
}
