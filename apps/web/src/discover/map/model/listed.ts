/** The shapes of a map as a list, for search and screen readers. */
import { holds } from '../../../shared/search';
import type { Layer, Shape } from '@earth/kml';
import { centreOf, metresBetween, type Place } from './geometry';
import { detailsOf, type LayerKind } from './shape-details';

export interface ListedShape {
  readonly shape: Shape;
  readonly title: string | null;
  readonly line: string | null;
  readonly centre: Place;
  /** The distance from the user. Null: their position is unknown. */
  readonly metres: number | null;
}

/** The shapes of a layer in file order; with a position, sorted by distance. */
export function listed(layer: Layer, kind: LayerKind, here: Place | null): readonly ListedShape[] {
  const all = layer.features.map((shape): ListedShape => {
    const { title, line } = detailsOf(shape.properties, kind);
    const centre = centreOf(shape.geometry);
    const metres = here && metresBetween(here, centre);
    return { shape, title, line, centre, metres };
  });
  return here ? all.toSorted((one, other) => (one.metres ?? 0) - (other.metres ?? 0)) : all;
}

export const matching = (all: readonly ListedShape[], search: string): readonly ListedShape[] =>
  search.trim() === '' ? all : all.filter(({ title, line }) => holds(search, title, line));
