/** What is heard in the town, as samples from -1 to 1: made from nothing, so it is nobody else's. */
import { chanceOf } from './hand.mjs';

export const HERTZ = 22_050;

/** Three strokes of a bell: partials that a founder would know, each dying away in its own time. */
export function bell() {
  const seconds = 8;
  const strokes = [0.1, 2.1, 4.1];
  const partials = [0.5, 1, 1.19, 1.5, 2, 2.51, 2.66, 3.01, 4.16];
  return Float32Array.from({ length: seconds * HERTZ }, (_, index) => {
    const at = index / HERTZ;
    let sum = 0;
    for (const stroke of strokes.filter((one) => at >= one))
      for (const [number, partial] of partials.entries()) {
        const since = at - stroke;
        const dying = Math.exp(-since * (0.5 + number * 0.45)) * Math.min(1, since * 400);
        sum += (dying * Math.sin(2 * Math.PI * 262 * partial * since)) / (2 + number);
      }
    return sum * 0.35;
  });
}

/** Water that falls into a basin: noise behind a slow door, and drops. */
export function water() {
  const seconds = 8;
  const { next, between } = chanceOf('four winds');
  const drops = Array.from({ length: 70 }, () => ({ at: between(0, seconds), tone: between(500, 1700) }));
  let low = 0;
  return Float32Array.from({ length: seconds * HERTZ }, (_, index) => {
    const at = index / HERTZ;
    low += (next() * 2 - 1 - low) * (0.22 + 0.06 * Math.sin(at * 1.7));
    let sum = low * 0.3;
    for (const { at: begun, tone } of drops) {
      const since = at - begun;
      if (since < 0 || since > 0.12) continue;
      sum += Math.sin(2 * Math.PI * (tone + 2600 * since) * since) * Math.exp(-since * 42) * 0.14;
    }
    const edge = Math.min(1, at * 2, (seconds - at) * 2);
    return sum * edge;
  });
}
