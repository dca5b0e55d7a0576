/** Records who has drawn on pictures that are unknown here yet. When such a picture is known, its authors are asked for their logs. */

/** Limit of unknown pictures for each author; more are ignored. */
export const MISSED_MAX = 50;

export class Missed {
  readonly #pictures = new Map<string, Set<string>>();

  note(author: string, picId: string) {
    const pictures = this.#pictures.get(author) ?? new Set();
    this.#pictures.set(author, pictures);
    if (pictures.size < MISSED_MAX) pictures.add(picId);
  }

  /** Returns the entries of pictures that are known now, and removes them. */
  claim(isKnown: (picId: string) => boolean): readonly (readonly [author: string, picId: string])[] {
    const known = [...this.#pictures].flatMap(([author, pictures]) =>
      [...pictures].filter(isKnown).map((picId) => [author, picId] as const),
    );
    for (const [author, picId] of known) this.#pictures.get(author)?.delete(picId);
    return known;
  }
}
