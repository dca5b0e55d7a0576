/** Stones made of many pieces: grains, shards and pebbles. Each function draws the parameters of one texture. */
import { createCell, Noise } from './noise';
import { blend, pickColor, type Picker, pickRamp, type Rgb, shade, type Texture } from './palette';

const createNoise = (pick: Picker) => new Noise(pick.whole(0, 2 ** 31));

/** Colours over a value from 0 to 1, each with a place where it begins: some steps are sharp, some are soft. */
function pickSteps(pick: Picker) {
  const ramp = pickRamp(pick, pick.between(30, 170));
  const stray = pick.chance(0.6) ? [pickColor(pick)] : [];
  const colors: readonly Rgb[] = [...ramp, ...stray, ...(pick.chance(0.4) ? pickRamp(pick) : [])];
  const steps = colors.map((color) => ({ color, from: pick.between(0, 1), soft: 0.01 * 30 ** pick.between(0, 1) }));
  return steps.toSorted((one, other) => one.from - other.from);
}

/** Crystals: fine noise through sharp steps of colour, as in granites, quartzites and engineered quartz; some with a second layer that lets the first through. */
export function crystals(pick: Picker): Texture {
  const layers = Array.from({ length: pick.whole(1, 2) }, () => ({
    noise: createNoise(pick),
    size: 2 * 12 ** pick.between(0, 1),
    stretch: pick.chance(0.3) ? pick.between(1.5, 5) : 1,
    turn: pick.between(0, Math.PI),
    octaves: pick.whole(3, 6),
    gain: pick.between(0.45, 0.85),
    isFolded: pick.chance(0.5),
    gap: pick.between(0.15, 0.7),
    steps: pickSteps(pick),
  }));
  return (x, y, out) => {
    for (const [at, { noise, size, stretch, turn, octaves, gain, isFolded, gap, steps }] of layers.entries()) {
      const [u, v] = [
        size * (Math.cos(turn) * x + Math.sin(turn) * y),
        size * stretch * (Math.cos(turn) * y - Math.sin(turn) * x),
      ];
      const value = isFolded
        ? 1.7 * Math.abs(noise.fractal(u, v, octaves, gain))
        : 0.5 + 0.8 * noise.fractal(u, v, octaves, gain);
      if (at > 0 && value < gap) continue;
      if (at === 0) out.set(steps[0]!.color);
      for (const { color, from, soft } of steps) blend(out, color, (value - from) / soft);
    }
  };
}

/** Shards of several sizes in a ground, as in ceppo, breccia and fine conglomerates. */
export function shards(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const ground = pickColor(pick);
  const stones = Array.from({ length: pick.whole(1, 5) }, () => pickColor(pick));
  const sizes = Array.from({ length: pick.whole(2, 4) }, (_, at) => pick.between(1.5, 4) * 2.2 ** at);
  const [share, gap, rough] = [pick.between(0.3, 0.8), pick.between(0.02, 0.2), pick.between(0, 0.45)];
  const [veins, grain, spread] = [pick.between(0, 0.3), pick.between(0, 0.1), pick.between(0.05, 0.4)];
  return (x, y, out) => {
    out.set(ground);
    shade(out, 1 + veins * noise.fractal(x * 9, y * 9, 3));
    for (const [layer, size] of sizes.entries()) {
      const shift = 31 * layer;
      const bend = rough * noise.fractal(x * size * 2 + shift, y * size * 2, 2);
      noise.cellAt(x * size + bend + shift, y * size - bend, 1, cell);
      if (cell.id > share) continue;
      const within = Math.min(1, Math.max(0, (cell.second - cell.first - gap) * 15));
      const light = 1 + spread * (2 * ((cell.id * 53) % 1) - 1);
      const stone = stones[Math.floor(cell.id * 211) % stones.length]!;
      blend(out, [stone[0] * light, stone[1] * light, stone[2] * light], within);
    }
    shade(out, 1 + grain * noise.fractal(x * 70, y * 70, 2));
  };
}

/** Round pebbles with dark gaps, lit from a side. */
export function pebbles(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const stones = Array.from({ length: pick.whole(1, 4) }, () => pickColor(pick));
  const ground = pickColor(pick, pick.between(20, 200));
  const [size, order, stretch] = [pick.between(4, 22), pick.between(0.5, 1), pick.between(1, 2)];
  const [gap, relief, spread] = [pick.between(0.05, 0.25), pick.between(0, 0.7), pick.between(0, 0.5)];
  return (x, y, out) => {
    noise.cellAt(x * size, y * size * stretch, order, cell);
    const stone = stones[Math.floor(cell.id * 97) % stones.length]!;
    const edge = cell.second - cell.first;
    out.set(stone);
    shade(out, (1 + spread * (cell.id - 0.5)) * (1 + relief * (Math.min(0.6, edge) - 0.35)));
    shade(out, 1 + 0.1 * noise.fractal(x * 40, y * 40, 2));
    if (edge < gap) blend(out, ground, (gap - edge) / gap / 0.6);
  };
}

/** Sparse flecks and dots of several sizes on an even ground, as in speckled clays and engineered stone. */
export function flecks(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const ground = pickColor(pick, pick.between(40, 235));
  const layers = Array.from({ length: pick.whole(1, 4) }, () => ({
    size: 8 * 8 ** pick.between(0, 1),
    share: pick.between(0.08, 0.7),
    radius: pick.between(0.12, 0.5),
    soft: pick.between(0.02, 0.25),
    color: pickColor(pick),
    shift: pick.between(0, 90),
    stretch: pick.chance(0.25) ? pick.between(2, 6) : 1,
  }));
  const clouds = pick.between(0, 0.12);
  return (x, y, out) => {
    out.set(ground);
    shade(out, 1 + clouds * noise.fractal(x * 5, y * 5, 3));
    for (const { size, share, radius, soft, color, shift, stretch } of layers) {
      noise.cellAt(x * size + shift, y * size * stretch, 1, cell);
      const reach = radius * (0.4 + 0.6 * ((cell.id * 31) % 1));
      if (cell.id < share) blend(out, color, (reach - cell.first) / soft);
    }
  };
}
