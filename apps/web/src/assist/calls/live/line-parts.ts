import type { DrawnWay, Spot } from '@earth/calls';
import { type Laid, spotAt } from './picture-place';

/** A position in the layer, CSS px from its left and top. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Cuts a line where it leaves the picture, so that no stroke joins the places where it left and came back.
 * @param isNew whether the first of these positions begins a line
 * @returns what lies in the picture, and whether the next position begins a line
 */
export function partsOf(
  laid: Laid,
  places: readonly Place[],
  isNew: boolean,
): { readonly parts: readonly DrawnWay[]; readonly isNew: boolean } {
  const parts: { readonly isNew: boolean; readonly way: Spot[] }[] = [];
  let isNext = isNew;
  let isOpen = false;
  for (const { x, y } of places) {
    const spot = spotAt(laid, x, y);
    if (spot && isOpen) parts.at(-1)?.way.push(spot);
    else if (spot) parts.push({ isNew: isNext, way: [spot] });
    isOpen = spot !== null;
    isNext = !isOpen;
  }
  return { parts, isNew: isNext };
}
