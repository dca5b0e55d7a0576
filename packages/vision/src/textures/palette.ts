/** Colours of textures, from 0 to 255. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** A texture's colour at a place in units of a tile's side, written to `out`. */
export type Texture = (x: number, y: number, out: Float32Array) => void;

export interface Picker {
  /** Between two numbers. */
  readonly between: (low: number, high: number) => number;
  /** An integer from `low` to `high`. */
  readonly whole: (low: number, high: number) => number;
  readonly chance: (share: number) => boolean;
  readonly oneOf: <Item>(items: readonly [Item, ...Item[]]) => Item;
}

export function createPicker(random: () => number): Picker {
  const between = (low: number, high: number) => low + (high - low) * random();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    between,
    whole,
    chance: (share) => random() < share,
    oneOf: (items) => items[whole(0, items.length - 1)] ?? items[0],
  };
}

/** @param hue a turn from 0 to 1 @param chroma from 0 (grey) to 1 @param light from 0 to 255 */
function colorOf(hue: number, chroma: number, light: number): Rgb {
  const part = (turn: number) => light * (1 + chroma * Math.cos(2 * Math.PI * (hue - turn)));
  return [part(0), part(1 / 3), part(2 / 3)];
}

/** Mostly the colours of stone: grey, warm, seldom strong. */
export function pickColor(pick: Picker, light = pick.between(30, 225)): Rgb {
  if (pick.chance(0.15)) return colorOf(pick.between(0, 1), pick.between(0.15, 0.45), light);
  if (pick.chance(0.6)) return colorOf(pick.between(0.03, 0.16), pick.between(0.03, 0.3), light);
  return colorOf(pick.between(0, 1), pick.between(0, 0.12), light);
}

/** Colours along a line from 0 to 1, with one neighbour or another a strong step. */
export function pickRamp(pick: Picker, contrast = pick.between(15, 110)): readonly Rgb[] {
  const start = pick.between(20, 235 - contrast);
  const count = pick.whole(2, 6);
  const base = pickColor(pick, 128);
  const other = pick.chance(0.35) ? pickColor(pick, 128) : base;
  return Array.from({ length: count }, (_, at) => {
    const light = start + contrast * (pick.chance(0.3) ? pick.between(0, 1) : at / (count - 1));
    const share = pick.between(0, 1);
    return [0, 1, 2].map(
      (part) => ((base[part]! * (1 - share) + other[part]! * share) / 128) * light,
    ) as unknown as Rgb;
  });
}

/** Writes the colour at `value`, from 0 to 1, of the ramp. */
export function writeRamp(ramp: readonly Rgb[], value: number, out: Float32Array) {
  const place = Math.min(0.9999, Math.max(0, value)) * (ramp.length - 1);
  const at = Math.floor(place);
  const [low, high] = [ramp[at]!, ramp[Math.min(ramp.length - 1, at + 1)]!];
  for (let part = 0; part < 3; part += 1) out[part] = low[part]! + (high[part]! - low[part]!) * (place - at);
}

/** Moves what is in `out` towards a colour. */
export function blend(out: Float32Array, color: Rgb, share: number) {
  const within = Math.min(1, Math.max(0, share));
  for (let part = 0; part < 3; part += 1) out[part]! += (color[part]! - out[part]!) * within;
}

/** Makes what is in `out` lighter, or darker. */
export function shade(out: Float32Array, factor: number) {
  for (let part = 0; part < 3; part += 1) out[part]! *= factor;
}
