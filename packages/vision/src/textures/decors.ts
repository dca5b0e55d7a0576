/** Worked and decorated surfaces: metals, reliefs, mosaics and geometric decors. Each function draws the parameters of one texture. */
import { createCell, Noise } from './noise';
import { blend, pickColor, type Picker, pickRamp, shade, type Texture, writeRamp } from './palette';

const createNoise = (pick: Picker) => new Noise(pick.whole(0, 2 ** 31));

/** A turn of the plane, about any place. */
function pickTurn(pick: Picker) {
  const turn = pick.chance(0.5) ? pick.whole(0, 1) * (Math.PI / 2) : pick.between(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x: number, y: number) => [cos * x + sin * y, cos * y - sin * x] as const;
}

/** Lines along one direction, fine and long: brushed metal, combed plaster, linen. */
export function brushed(pick: Picker): Texture {
  const noise = createNoise(pick);
  const ramp = pickRamp(pick, pick.between(15, 120));
  const turned = pickTurn(pick);
  const [fine, along, gain] = [pick.between(15, 110), pick.between(0.4, 5), pick.between(0.4, 0.8)];
  const [wave, clouds] = [pick.chance(0.4) ? pick.between(0, 0.12) : 0, pick.between(0, 0.35)];
  const crossed = pick.chance(0.35) ? pick.between(0.2, 0.8) : 0;
  return (x, y, out) => {
    const [u, v] = turned(x, y);
    const bend = wave * noise.at(u * 2, v * 2);
    const lines = noise.fractal(u * along, (v + bend) * fine, 3, gain);
    const others = crossed === 0 ? 0 : noise.fractal(u * fine + 7, v * along, 3, gain);
    const value = (1 - crossed) * lines + crossed * others;
    writeRamp(ramp, 0.5 + 0.8 * value + clouds * noise.fractal(x * 3, y * 3, 3), out);
  };
}

/** Oxidized metal and worn paint: patches of two or three surfaces with eaten edges. */
export function patina(pick: Picker): Texture {
  const [noise, other] = [createNoise(pick), createNoise(pick)];
  const surfaces = Array.from({ length: pick.whole(2, 3) }, () => ({
    color: pickColor(pick),
    level: pick.between(-0.25, 0.35),
    soft: pick.between(0.01, 0.25),
    grain: pick.between(0, 0.25),
    grainSize: pick.between(8, 70),
  }));
  const [size, gain, warp] = [1 * 9 ** pick.between(0, 1), pick.between(0.5, 0.8), pick.between(0, 1.2)];
  const drips = pick.chance(0.3) ? pick.between(1.5, 6) : 1;
  return (x, y, out) => {
    for (const [at, { color, level, soft, grain, grainSize }] of surfaces.entries()) {
      const [u, v] = [x * size * drips + 13 * at, y * size];
      const field = noise.fractal(u + warp * other.at(u, v), v, 5, gain);
      if (at === 0) out.set(color);
      else blend(out, color, (field - level) / soft);
      shade(out, 1 + grain * other.fractal(x * grainSize, y * grainSize, 2));
    }
  };
}

/** Ribs, waves and pyramids pressed into a surface of one colour, lit from a side. */
export function relief(pick: Picker): Texture {
  const noise = createNoise(pick);
  const base = pickColor(pick, pick.between(60, 210));
  const turned = pickTurn(pick);
  const [count, sharp, depth] = [3 * 9 ** pick.between(0, 1), pick.between(0.4, 4), pick.between(0.1, 0.6)];
  const [wave, waveSize] = [pick.chance(0.4) ? pick.between(0.05, 0.6) : 0, pick.between(0.5, 4)];
  const isCrossed = pick.chance(0.4);
  const [clouds, grain, bumps] = [pick.between(0, 0.15), pick.between(0, 0.08), pick.between(0, 0.3)];
  const profile = (value: number) => {
    const within = 2 * (value - Math.floor(value)) - 1;
    return Math.sign(within) * Math.abs(within) ** sharp;
  };
  return (x, y, out) => {
    const [u, v] = turned(x, y);
    const bend = wave * Math.sin(waveSize * v * 2 * Math.PI);
    const across = profile(u * count + bend);
    const slope = isCrossed ? 0.6 * across + 0.6 * profile(v * count) : across;
    out.set(base);
    shade(out, 1 + depth * slope + clouds * noise.fractal(x * 4, y * 4, 3));
    shade(out, 1 + grain * noise.at(x * 110, y * 110) + bumps * depth * noise.fractal(x * 15, y * 15, 2));
  };
}

/** Leather, hammered metal and stucco: rounded bumps of noise, lit from a side. */
export function bumps(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const base = pickColor(pick, pick.between(40, 200));
  const [size, depth, share] = [4 * 8 ** pick.between(0, 1), pick.between(0.1, 0.5), pick.between(0, 1)];
  const [octaves, gain, wrinkle] = [pick.whole(1, 4), pick.between(0.35, 0.7), pick.between(0, 0.5)];
  const step = 0.15;
  const heightAt = (u: number, v: number) => {
    noise.cellAt(u + wrinkle * noise.at(u, v), v, 1, cell);
    return share * Math.min(1, 1.5 * (cell.second - cell.first)) + (1 - share) * noise.fractal(u, v, octaves, gain);
  };
  return (x, y, out) => {
    const [u, v] = [x * size, y * size];
    const height = heightAt(u, v);
    const slope = (height - heightAt(u + step, v + step)) / step;
    out.set(base);
    shade(out, Math.min(1.8, Math.max(0.3, 1 + depth * slope + 0.3 * depth * height)));
  };
}

/** Small pieces with joints, each of a colour by chance: squares, sticks and pennies. */
export function mosaic(pick: Picker): Texture {
  const noise = createNoise(pick);
  const colors = pick.chance(0.5) ? pickRamp(pick) : Array.from({ length: pick.whole(2, 6) }, () => pickColor(pick));
  const joint = pickColor(pick, pick.between(30, 235));
  const turned = pickTurn(pick);
  const [count, long, width] = [pick.between(7, 26), pick.oneOf([1, 1, 2, 3, 5]), pick.between(0.04, 0.18)];
  const isRound = long === 1 && pick.chance(0.35);
  const isShifted = pick.chance(0.5);
  const [spread, clouds] = [pick.between(0, 0.4), pick.between(0, 0.25)];
  return (x, y, out) => {
    const [u, v] = turned(x, y);
    const row = Math.floor(v * count);
    const along = (u * count) / long + (isShifted ? 0.5 * (row & 1) : 0);
    const column = Math.floor(along);
    const [dx, dy] = [Math.abs(along - column - 0.5), Math.abs(v * count - row - 0.5)];
    const inside = isRound ? 0.5 - Math.hypot(dx, dy) : Math.min((0.5 - dx) * long, 0.5 - dy);
    const value = noise.valueAt(column, row * 5);
    out.set(colors[Math.floor(value * 97) % colors.length]!);
    shade(out, 1 + spread * (noise.valueAt(column + 77, row) - 0.5) + clouds * noise.fractal(x * 20, y * 20, 3));
    if (inside < width / 2) blend(out, joint, 0.95);
  };
}

/** Triangles, cubes, chevrons, arcs and rings in few colours. */
export function geometric(pick: Picker): Texture {
  const noise = createNoise(pick);
  const colors = Array.from({ length: pick.whole(2, 4) }, () => pickColor(pick));
  const [count, kind, period] = [pick.between(2, 12), pick.whole(0, 4), pick.whole(2, 5)];
  const [wear, grain] = [pick.between(0, 0.25), pick.between(0, 0.06)];
  const [line, lineColor] = [pick.chance(0.4) ? pick.between(0.02, 0.1) : 0, pickColor(pick)];
  const isRandom = pick.chance(0.35);
  const turned = pickTurn(pick);
  // The piece of a place, and how far its edge is.
  const pieceAt = (u: number, v: number): readonly [piece: number, edge: number] => {
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const [dx, dy] = [u - column, v - row];
    const seed = Math.floor(64 * noise.valueAt(column, row));
    if (kind === 0) return [2 * (column + period * row) + (dx + dy > 1 ? 1 : 0), Math.abs(dx + dy - 1)];
    if (kind === 1) {
      const place = v + Math.abs(2 * dx - 1);
      return [Math.floor(place * period), Math.abs(place * period - Math.round(place * period)) / period];
    }
    const [cornerX, cornerY] = seed & 1 ? [dx, dy] : [1 - dx, dy];
    const distance = Math.hypot(cornerX, cornerY);
    if (kind === 2) return [Math.floor(distance * period), Math.abs(distance * period - Math.round(distance * period))];
    if (kind === 3) return [Math.floor(2 * period * Math.hypot(dx - 0.5, dy - 0.5)) + column + row, 1];
    const [p, q, r] = [u, -0.5 * u + 0.866 * v, -0.5 * u - 0.866 * v].map(Math.floor) as [number, number, number];
    return [p + 2 * q + 3 * r, 1];
  };
  return (x, y, out) => {
    const [u, v] = turned(x * count, y * count);
    const [piece, edge] = pieceAt(u, v);
    const random = isRandom ? Math.floor(8 * noise.valueAt(Math.floor(u), Math.floor(v))) : 0;
    out.set(colors[(((piece + random) % colors.length) + colors.length) % colors.length]!);
    if (edge < line) blend(out, lineColor, 1);
    shade(out, 1 + wear * noise.fractal(x * 8, y * 8, 4) + grain * noise.at(x * 110, y * 110));
  };
}
