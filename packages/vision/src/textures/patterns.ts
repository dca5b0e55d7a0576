/** Made surfaces: laid tiles, motifs, terrazzo, glazes and textiles. Each function draws the parameters of one texture. */
import { createCell, Noise } from './noise';
import { blend, pickColor, type Picker, pickRamp, type Rgb, shade, type Texture, writeRamp } from './palette';

const createNoise = (pick: Picker) => new Noise(pick.whole(0, 2 ** 31));

export function terrazzo(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const ground = pickColor(pick, pick.between(50, 235));
  const chips = Array.from({ length: pick.whole(2, 6) }, () => pickColor(pick));
  const layers = Array.from({ length: pick.whole(1, 3) }, () => ({
    size: 4 * 10 ** pick.between(0, 1),
    share: pick.between(0.25, 0.95),
    gap: pick.between(0.06, 0.3),
  }));
  const grain = pick.between(0, 0.06);
  return (x, y, out) => {
    out.set(ground);
    for (const { size, share, gap } of layers) {
      const bend = 0.2 * noise.at(x * size * 1.5, y * size * 1.5);
      noise.cellAt(x * size + bend, y * size + bend, 1, cell);
      const color = chips[Math.floor(cell.id * 97) % chips.length]!;
      if (cell.id < share) blend(out, color, (cell.second - cell.first - gap) * 12);
    }
    shade(out, 1 + grain * noise.at(x * 120, y * 120));
  };
}

export function glaze(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const base = pickColor(pick);
  const [size, clouds] = [pick.between(1, 12), pick.between(0.005, 0.12)];
  const [crackSize, crack] = [pick.between(6, 30), pick.chance(0.4) ? pick.between(0.1, 0.5) : 0];
  const [speckle, speckleSize] = [pick.chance(0.4) ? pick.between(0.1, 0.6) : 0, pick.between(30, 90)];
  const grain = pick.between(0.003, 0.04);
  return (x, y, out) => {
    out.set(base);
    noise.cellAt(x * crackSize, y * crackSize, 1, cell);
    const isCrack = crack > 0 && cell.second - cell.first < 0.03 + 0.002 * crackSize;
    const spot = speckle * Math.max(0, noise.at(x * speckleSize, y * speckleSize) - 0.55);
    const light = 1 + clouds * noise.fractal(x * size, y * size, 3) + grain * noise.at(x * 100, y * 100);
    shade(out, (light - 2 * spot) * (isCrack ? 1 - crack : 1));
  };
}

/** Where a place lies in a laid pattern: which tile, and how far from the joint, in units of the tile's width. */
interface Laid {
  column: number;
  row: number;
  edge: number;
  kind: number;
}
type Layout = (x: number, y: number, laid: Laid) => void;

const wrap = (value: number, period: number) => value - period * Math.floor(value / period);

const squares: Layout = (x, y, laid) => {
  laid.column = Math.floor(x);
  laid.row = Math.floor(y);
  laid.kind = wrap(laid.column + laid.row, 2);
  laid.edge = 0.5 - Math.max(Math.abs(x - laid.column - 0.5), Math.abs(y - laid.row - 0.5));
};

const bricks: Layout = (x, y, laid) => {
  laid.row = Math.floor(y * 2);
  const shifted = x + 0.5 * wrap(laid.row, 2);
  laid.column = Math.floor(shifted);
  laid.kind = wrap(laid.column, 2);
  laid.edge = Math.min(0.5 - Math.abs(shifted - laid.column - 0.5), (0.5 - Math.abs(y * 2 - laid.row - 0.5)) / 2);
};

const hexagons: Layout = (x, y, laid) => {
  // Two grids of centres; the nearer centre has the tile.
  const height = Math.sqrt(3);
  const [oneX, oneY] = [Math.round(x), Math.round(y / height)];
  const [otherX, otherY] = [Math.floor(x) + 0.5, Math.floor(y / height) + 0.5];
  const isOne = (x - oneX) ** 2 + (y - oneY * height) ** 2 < (x - otherX) ** 2 + (y - otherY * height) ** 2;
  const [dx, dy] = isOne ? [x - oneX, y - oneY * height] : [x - otherX, y - otherY * height];
  laid.column = isOne ? oneX : otherX + 100.5;
  laid.row = isOne ? oneY : otherY - 0.5;
  laid.kind = wrap(laid.column + laid.row, 3);
  const [right, down] = [Math.abs(dx), Math.abs(dy)];
  laid.edge = 0.5 - Math.max(right, 0.5 * right + 0.866 * down);
};

const herringbone: Layout = (x, y, laid) => {
  // Tiles of 1 × 4 cells: a cell's diagonal says which tile it belongs to.
  const [u, v] = [4 * x, 4 * y];
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const phase = wrap(column - row, 8);
  const isFlat = phase < 4;
  const start = isFlat ? column - phase : row - (7 - phase);
  laid.column = isFlat ? start : column;
  laid.row = isFlat ? row : start + 1000;
  laid.kind = isFlat ? 0 : 1;
  const along = isFlat ? u - start : v - start;
  const across = isFlat ? v - row : u - column;
  laid.edge = Math.min(0.5 - Math.abs(across - 0.5), 2 - Math.abs(along - 2)) / 4;
};

const basket: Layout = (x, y, laid) => {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  laid.kind = wrap(column + row, 2);
  const across = 3 * (laid.kind === 0 ? y - row : x - column);
  const along = laid.kind === 0 ? x - column : y - row;
  laid.column = 3 * column + Math.floor(across);
  laid.row = row;
  laid.edge = Math.min((0.5 - Math.abs(across - Math.floor(across) - 0.5)) / 3, 0.5 - Math.abs(along - 0.5));
};

const scales: Layout = (x, y, laid) => {
  const base = Math.floor(2 * y);
  for (let row = base + 1; row >= base - 1; row -= 1) {
    const shift = 0.5 * wrap(row, 2);
    const column = Math.floor(x + shift);
    const distance = Math.hypot(x + shift - column - 0.5, y - row / 2);
    if (distance > 0.5 && row > base - 1) continue;
    laid.column = column;
    laid.row = row;
    laid.kind = wrap(row, 2);
    laid.edge = Math.max(0, 0.5 - distance);
    return;
  }
};

/** Laid tiles with joints: each tile has a shade of its own, and clouds or grain. */
export function laid(pick: Picker): Texture {
  const noise = createNoise(pick);
  const place: Laid = { column: 0, row: 0, edge: 0, kind: 0 };
  const layout = pick.oneOf<Layout>([squares, bricks, hexagons, herringbone, basket, scales]);
  const colors = Array.from({ length: pick.whole(1, 4) }, () => pickColor(pick));
  const joint = pickColor(pick, pick.between(40, 230));
  const [count, width] = [pick.between(1.6, 9), pick.between(0.01, 0.07)];
  const turn = pick.chance(0.3) ? Math.PI / 4 : 0;
  const [cos, sin] = [Math.cos(turn) * count, Math.sin(turn) * count];
  const [spread, clouds, cloudSize] = [pick.between(0, 0.2), pick.between(0, 0.2), pick.between(3, 40)];
  const isByKind = pick.chance(0.6);
  return (x, y, out) => {
    layout(cos * x - sin * y, sin * x + cos * y, place);
    const value = noise.valueAt(place.column, place.row * 7);
    out.set(colors[(isByKind ? place.kind : Math.floor(value * 64)) % colors.length]!);
    shade(out, 1 + spread * (value - 0.5) + clouds * noise.fractal(x * cloudSize + 9 * value, y * cloudSize, 3));
    if (place.edge < width) blend(out, joint, 0.95);
  };
}

/** Encaustic tiles: a motif with the symmetries of a square, in few colours. */
export function encaustic(pick: Picker): Texture {
  const noise = createNoise(pick);
  const colors = Array.from({ length: pick.whole(2, 4) }, () => pickColor(pick));
  const count = pick.between(1, 5);
  const shapes = Array.from({ length: pick.whole(2, 5) }, () => ({
    kind: pick.whole(0, 3),
    x: pick.between(0, 1),
    y: pick.between(0, 1),
    size: pick.between(0.1, 0.7),
    petals: pick.whole(2, 8),
    width: pick.between(0.05, 0.3),
  }));
  const [grain, wear] = [pick.between(0, 0.06), pick.between(0, 0.2)];
  const isInside = ({ kind, x, y, size, petals, width }: (typeof shapes)[number], u: number, v: number) => {
    const distance = Math.hypot(u - x, v - y);
    if (kind === 0) return distance < size;
    if (kind === 1) return Math.abs(distance - size) < width / 2;
    if (kind === 2) return Math.abs(u - x) + Math.abs(v - y) < size;
    return distance < size * (0.6 + 0.4 * Math.cos(petals * Math.atan2(v - y, u - x)));
  };
  return (x, y, out) => {
    const fold = (value: number) => 1 - Math.abs(2 * (value * count - Math.floor(value * count)) - 1);
    const [one, other] = [fold(x), fold(y)];
    const [u, v] = one > other ? [one, other] : [other, one];
    const layers = shapes.reduce((sum, shape) => sum + (isInside(shape, u, v) ? 1 : 0), 0);
    out.set(colors[layers % colors.length]!);
    shade(out, 1 + grain * noise.at(x * 110, y * 110) + wear * noise.fractal(x * 4, y * 4, 3));
  };
}

/** Woven, knitted or pressed relief: waves in two directions. */
export function textile(pick: Picker): Texture {
  const noise = createNoise(pick);
  const ramp = pickRamp(pick, pick.between(20, 110));
  const turn = pick.between(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [warp, weft] = [pick.between(15, 110), pick.between(15, 110)];
  const [share, uneven, clouds] = [pick.between(0, 1), pick.between(0, 0.7), pick.between(0, 0.3)];
  const isWoven = pick.chance(0.6);
  return (x, y, out) => {
    const [u, v] = [cos * x + sin * y, cos * y - sin * x];
    const across = Math.sin(warp * u + uneven * noise.at(u * 3, v * 9));
    const down = Math.sin(weft * v + uneven * noise.at(u * 9 + 50, v * 3));
    const isOver = wrap(Math.floor((warp * u) / Math.PI) + Math.floor((weft * v) / Math.PI), 2) === 0;
    const thread = isWoven ? Math.abs(isOver ? across : down) : 0.5 + 0.5 * (share * across + (1 - share) * down);
    writeRamp(ramp, thread + clouds * noise.fractal(u * 4, v * 4, 3), out);
    shade(out, 1 + 0.05 * noise.at(u * 120, v * 40));
  };
}

/** Stripes and waves of different widths. */
export function stripes(pick: Picker): Texture {
  const noise = createNoise(pick);
  const colors = Array.from({ length: pick.whole(2, 5) }, (): Rgb => pickColor(pick));
  const turn = pick.between(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [count, wave, waveSize] = [
    pick.between(3, 24),
    pick.chance(0.5) ? pick.between(0, 0.08) : 0,
    pick.between(2, 14),
  ];
  const uneven = pick.between(0, 0.9);
  return (x, y, out) => {
    const [u, v] = [cos * x + sin * y, cos * y - sin * x];
    const place = count * (u + wave * Math.sin(waveSize * v));
    const line = Math.floor(place + uneven * (noise.valueAt(Math.floor(place), 2) - 0.5));
    out.set(colors[wrap(line, colors.length)]!);
    shade(out, 1 + 0.06 * noise.fractal(x * 30, y * 30, 2));
  };
}
