/** Who has drawn on which picture that is not known here yet: once it is, they are asked for all of it. */

/** Pictures that one author draws on before they are known here: more than these are noise. */
export const MISSED_MAX = 50;

export class Missed {
  readonly #pictures = new Map<string, Set<string>>();

  note(author: string, picId: string) {
    const pictures = this.#pictures.get(author) ?? new Set();
    this.#pictures.set(author, pictures);
    if (pictures.size < MISSED_MAX) pictures.add(picId);
  }

  /** Those on pictures that are known now, once. */
  take(isKnown: (picId: string) => boolean): readonly (readonly [author: string, picId: string])[] {
    const known = [...this.#pictures].flatMap(([author, pictures]) =>
      [...pictures].filter(isKnown).map((picId) => [author, picId] as const),
    );
    for (const [author, picId] of known) this.#pictures.get(author)?.delete(picId);
    return known;
  }
}
