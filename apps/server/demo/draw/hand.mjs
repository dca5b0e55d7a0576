/** What all drawings share: a picture's size, chance that can be had again, colours. */

export const WIDTH = 640;
export const HEIGHT = 480;

/**
 * Numbers from 0 to 1, the same ones for the same seed (mulberry32).
 * @param {string} seed
 */
export function chanceOf(seed) {
  let state = 0;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    /** @param {number} from @param {number} to */
    between: (from, to) => from + next() * (to - from),
    /** @template Item @param {readonly Item[]} items */
    of: (items) => items[Math.floor(next() * items.length)],
  };
}

/**
 * A colour between two, or lighter and darker than one.
 * @param {string} one @param {string} other @param {number} part Of the other.
 */
export function mix(one, other, part) {
  const channel = (/** @type {string} */ color, /** @type {number} */ at) =>
    Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(one, at) * (1 - part) + channel(other, at) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
/** @param {string} color @param {number} part */
export const light = (color, part) => mix(color, '#ffffff', part);
/** @param {string} color @param {number} part */
export const dark = (color, part) => mix(color, '#000000', part);

/** @param {number} value */
export const n = (value) => value.toFixed(1);

/** @param {string} inside @param {string} [defs] */
export const drawing = (inside, defs = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${defs}</defs>${inside}</svg>`;

/** @param {number} from @param {number} to @param {number} step */
export const steps = (from, to, step) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
