import type { Place } from './model/geometry';
import styles from './map-view.module.css';

export interface Mark {
  readonly place: Place;
  readonly title: string;
  /** `pin`: something stands here; `here`: whoever looks does. A number: in this order. */
  readonly kind: 'pin' | 'here' | number;
  readonly onOpen?: () => void;
}

/** What MapLibre moves over the map: it is none of React's. */
export function markElement({ kind, title, onOpen }: Mark): HTMLElement {
  const element = document.createElement(onOpen ? 'button' : 'div');
  element.className = [styles.mark, typeof kind === 'number' ? styles.number : styles[kind]].join(' ');
  element.textContent = typeof kind === 'number' ? String(kind) : '';
  if (onOpen) {
    element.setAttribute('type', 'button');
    element.addEventListener('click', (event) => {
      // The map would take it for a tap on itself.
      event.stopPropagation();
      onOpen();
    });
  } else element.setAttribute('role', 'img');
  element.setAttribute('aria-label', typeof kind === 'number' ? `${kind}. ${title}` : title);
  element.title = title;
  return element;
}
