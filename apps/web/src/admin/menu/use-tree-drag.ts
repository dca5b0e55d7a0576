import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { type Entry, find, fitsBelow, type Place } from './model/tree';

/** Where a dragged entry would go: before, into or after the row of `key`. */
export interface Drop {
  readonly key: string;
  readonly zone: 'before' | 'into' | 'after';
  readonly place: Place;
}

/** The share of a row's height at each end that means before or after it. */
const EDGE = 0.3;

/** @returns null if the entry cannot go there */
export function dropOn(items: readonly Entry[], draggedKey: string, key: string, share: number): Drop | null {
  const [dragged, target] = [find(items, draggedKey), find(items, key)];
  if (!dragged || !target || draggedKey === key) return null;
  const parentKey = target.above.at(-1)?.key ?? null;
  const mayInto = fitsBelow(items, dragged.entry, key);
  const mayBeside = fitsBelow(items, dragged.entry, parentKey);
  const isEdge = share < EDGE || share > 1 - EDGE;
  if (mayInto && (!isEdge || !mayBeside))
    return { key, zone: 'into', place: { parentKey: key, index: target.entry.items.length } };
  if (!mayBeside) return null;
  const isBefore = share < 0.5;
  return {
    key,
    zone: isBefore ? 'before' : 'after',
    place: { parentKey, index: target.index + (isBefore ? 0 : 1) },
  };
}

/** Dragging entries of a tree by their handles, with a mouse, a pen or a finger. */
export function useTreeDrag(
  items: readonly Entry[],
  tree: RefObject<HTMLElement | null>,
  onDrop: (key: string, place: Place) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const last = useRef<Drop | null>(null);

  function find(draggedKey: string, y: number): Drop | null {
    for (const row of tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const { top, height } = row.getBoundingClientRect();
      if (y >= top && y < top + height) return dropOn(items, draggedKey, row.dataset['row'] ?? '', (y - top) / height);
    }
    return null;
  }

  const end = () => {
    setDragged(null);
    setDrop(null);
    last.current = null;
  };

  return {
    dragged,
    drop,
    handleProps: (key: string) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(key);
      },
      onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
        if (dragged !== key) return;
        last.current = find(key, clientY);
        setDrop(last.current);
      },
      onPointerUp() {
        if (dragged === key && last.current) onDrop(key, last.current.place);
        end();
      },
      onPointerCancel: end,
    }),
  };
}
