/** Connected regions of a binary picture, by flood fill over four neighbours. */

/** Gives every region of `value` that is smaller than `least` the other value. Changes the picture. */
export function removeSmallRegions(picture: { width: number; data: Uint8Array }, value: 0 | 1, least: number): void {
  const { width, data } = picture;
  const seen = new Uint8Array(data.length);
  const region: number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] || data[start] !== value) continue;
    region.length = 0;
    region.push(start);
    seen[start] = 1;
    for (let next = 0; next < region.length; next += 1) {
      const at = region[next]!;
      const column = at % width;
      const neighbours = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const beside of neighbours) {
        if (beside < 0 || beside >= data.length || seen[beside] || data[beside] !== value) continue;
        seen[beside] = 1;
        region.push(beside);
      }
    }
    if (region.length < least) for (const at of region) data[at] = 1 - value;
  }
}

/** Morphological closing with a square: fills gaps of up to twice the radius. Returns a new picture. */
export function closeGaps(picture: { width: number; height: number; data: Uint8Array }, radius: number): Uint8Array {
  const { width, height } = picture;
  const grown = slide(slide(picture.data, { step: 1, size: width, radius, wanted: 1 }), {
    step: width,
    size: height,
    radius,
    wanted: 1,
  });
  return slide(slide(grown, { step: 1, size: width, radius, wanted: 0 }), {
    step: width,
    size: height,
    radius,
    wanted: 0,
  });

  /** Spreads a value along the lines of one axis. */
  function slide(data: Uint8Array, axis: { step: number; size: number; radius: number; wanted: number }): Uint8Array {
    const spread = new Uint8Array(data.length).fill(1 - axis.wanted);
    for (let at = 0; at < data.length; at += 1) {
      if (data[at] !== axis.wanted) continue;
      const place = axis.step === 1 ? at % axis.size : Math.floor(at / axis.step);
      const [from, to] = [Math.max(0, place - axis.radius), Math.min(axis.size - 1, place + axis.radius)];
      for (let other = from; other <= to; other += 1) spread[at + (other - place) * axis.step] = axis.wanted;
    }
    return spread;
  }
}
