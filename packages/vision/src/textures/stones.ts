/** Natural surfaces: stones, woods and concrete. Each function draws the parameters of one texture. */
import { createCell, Noise } from './noise';
import { blend, pickColor, type Picker, pickRamp, type Rgb, shade, type Texture, writeRamp } from './palette';

const createNoise = (pick: Picker) => new Noise(pick.whole(0, 2 ** 31));

/** Turns and stretches the plane. */
function pickFrame(pick: Picker, stretch: number) {
  const turn = pick.between(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x: number, y: number): readonly [number, number] => [cos * x + sin * y, stretch * (cos * y - sin * x)];
}

export function marble(pick: Picker): Texture {
  const [noise, other] = [createNoise(pick), createNoise(pick)];
  const ramp = pickRamp(pick, pick.between(6, 50));
  const size = pick.between(1, 5);
  const warp = pick.between(0.2, 1.6);
  const frame = pickFrame(pick, pick.between(1, 2.5));
  const veins = Array.from({ length: pick.whole(1, 3) }, () => ({
    color: pickColor(pick, pick.chance(0.6) ? pick.between(20, 110) : pick.between(150, 245)),
    size: size * pick.between(0.6, 3),
    width: pick.between(6, 45),
    strength: pick.between(0.25, 1),
    shift: pick.between(0, 90),
  }));
  return (x, y, out) => {
    const [u, v] = frame(x, y);
    const dx = warp * noise.fractal(u * size, v * size, 4);
    const dy = warp * other.fractal(u * size + 9, v * size, 4);
    writeRamp(ramp, 0.5 + 0.8 * other.fractal(u * size + dx, v * size + dy, 4, 0.6), out);
    for (const vein of veins) {
      const place = noise.at(u * vein.size + 1.3 * dx + vein.shift, v * vein.size + 1.3 * dy);
      const breaks = 0.5 + other.at(u * 3 + vein.shift, v * 3);
      blend(out, vein.color, vein.strength * breaks * Math.exp(-Math.abs(place) * vein.width));
    }
  };
}

export function granite(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const minerals = Array.from({ length: pick.whole(2, 5) }, () => pickColor(pick));
  const layers = Array.from({ length: pick.whole(1, 3) }, (_, at) => ({
    size: pick.between(12, 50) * (1 + at),
    // Each layer covers part of those before.
    share: at === 0 ? 1 : pick.between(0.15, 0.5),
    soft: pick.between(0.02, 0.4),
  }));
  const grain = pick.between(0.02, 0.16);
  const clouds = pick.between(0, 0.35);
  const cloudSize = pick.between(1, 6);
  return (x, y, out) => {
    out.fill(128);
    const cloud = clouds * noise.fractal(x * cloudSize, y * cloudSize, 3);
    for (const { size, share, soft } of layers) {
      const bend = 0.3 * noise.at(x * size * 0.7, y * size * 0.7);
      noise.cellAt(x * size + bend, y * size - bend, 1, cell);
      const color = minerals[Math.floor((cell.id / share + 1 + cloud) * minerals.length) % minerals.length]!;
      if (cell.id <= share + cloud || share === 1) blend(out, color, (cell.second - cell.first) / soft);
    }
    shade(out, 1 + cloud + grain * noise.at(x * 130, y * 130));
  };
}

/** Some way to turn noise into a value around 0.5. */
function pickField(pick: Picker): (x: number, y: number) => number {
  const noise = createNoise(pick);
  const cell = createCell();
  const size = 1.2 * 30 ** pick.between(0, 1);
  const octaves = pick.whole(1, 6);
  const gain = pick.between(0.4, 0.75);
  const frame = pickFrame(pick, pick.chance(0.3) ? pick.between(1.5, 8) : 1);
  const warp = pick.chance(0.5) ? pick.between(0.1, 1.2) : 0;
  const waves = pick.between(1, 6);
  const at = (kind: number, x: number, y: number): number => {
    if (kind === 0) return 0.5 + 0.7 * noise.fractal(x, y, octaves, gain);
    if (kind === 1) return 1.6 * noise.ridged(x, y, octaves, gain) - 0.6;
    if (kind === 2) return 0.5 + 0.5 * Math.sin(waves * (x * 0.4 + 3 * noise.fractal(x * 0.4, y * 0.4, octaves, gain)));
    if (kind === 5) return Math.abs(noise.fractal(x, y, octaves, gain)) * 2;
    noise.cellAt(x, y, 1, cell);
    return kind === 3 ? cell.first : 1.4 * (cell.second - cell.first);
  };
  const kind = pick.whole(0, 5);
  return (x, y) => {
    const [u, v] = frame(x * size, y * size);
    const bend = warp === 0 ? 0 : warp * noise.at(u * 0.7 + 40, v * 0.7);
    return at(kind, u + bend, v - bend);
  };
}

/** Stones of one to three random fields, each with colours of its own: the most various of all. */
export function stone(pick: Picker): Texture {
  const layers = Array.from({ length: pick.whole(1, 3) }, () => ({
    field: pickField(pick),
    ramp: pickRamp(pick),
    cover: pick.chance(0.5) ? pickField(pick) : null,
    share: pick.between(0.3, 0.8),
  }));
  const grain = pick.chance(0.5) ? pick.between(0, 0.1) : 0;
  const noise = createNoise(pick);
  const color = new Float32Array(3);
  return (x, y, out) => {
    for (const [at, { field, ramp, cover, share }] of layers.entries()) {
      writeRamp(ramp, field(x, y), color);
      const covered = cover ? share * Math.min(1, Math.max(0, 3 * cover(x, y) - 0.8)) : share;
      if (at === 0) out.set(color);
      else for (let part = 0; part < 3; part += 1) out[part]! += (color[part]! - out[part]!) * covered;
    }
    shade(out, 1 + grain * noise.at(x * 110, y * 110));
  };
}

export function concrete(pick: Picker): Texture {
  const noise = createNoise(pick);
  const cell = createCell();
  const base = pickColor(pick, pick.between(90, 215));
  const [size, contrast, gain] = [pick.between(1.5, 9), pick.between(0.03, 0.2), pick.between(0.5, 0.8)];
  const [poreSize, poreShare] = [pick.between(15, 45), pick.chance(0.6) ? pick.between(0.05, 0.35) : 0];
  const [streaks, grain] = [pick.chance(0.35) ? pick.between(0.03, 0.12) : 0, pick.between(0, 0.06)];
  return (x, y, out) => {
    out.set(base);
    noise.cellAt(x * poreSize, y * poreSize, 1, cell);
    const isPore = cell.id < poreShare && cell.first < 0.28 * (cell.id / poreShare + 0.3);
    const clouds = contrast * noise.fractal(x * size, y * size, 5, gain);
    const trowel = streaks * noise.fractal(x * 3, y * 40, 3);
    shade(out, (1 + clouds + trowel + grain * noise.at(x * 120, y * 120)) * (isPore ? 0.72 : 1));
  };
}

export function wood(pick: Picker): Texture {
  const noise = createNoise(pick);
  const ramp = pickRamp(pick, pick.between(25, 90));
  const [rings, stretch, bend] = [pick.between(4, 22), pick.between(0.05, 0.3), pick.between(0.05, 0.5)];
  const [fibre, fibreSize] = [pick.between(0.03, 0.2), pick.between(25, 80)];
  const plank = pick.chance(0.5) ? pick.between(0.12, 0.5) : 9;
  const joint = pick.between(0.002, 0.008);
  const isUpright = pick.chance(0.5);
  return (x, y, out) => {
    const [along, across] = isUpright ? [y, x] : [x, y];
    const row = Math.floor(across / plank + 0.5);
    const shift = plank < 9 ? 40 * noise.valueAt(row, 3) : 0;
    const warp = bend * noise.fractal(along * 1.5 + shift, across * 4 + shift, 3);
    const place = rings * (across + shift + warp * stretch * 4 + stretch * along * noise.at(along + shift, row));
    const ring = place - Math.floor(place);
    writeRamp(ramp, 0.75 * ring + 0.25 * noise.at(place * 0.5, shift), out);
    const edge = Math.abs(across / plank + 0.5 - row - 0.5) * plank;
    const isJoint = plank < 9 && plank / 2 - edge < joint;
    const light = 1 + fibre * noise.fractal(along * 4 + shift, across * fibreSize, 3, 0.7);
    shade(out, isJoint ? 0.5 : light * (plank < 9 ? 0.88 + 0.24 * noise.valueAt(row, 8) : 1));
  };
}

export function travertine(pick: Picker): Texture {
  const [noise, other] = [createNoise(pick), createNoise(pick)];
  const ramp = pickRamp(pick, pick.between(20, 70));
  const frame = pickFrame(pick, 1);
  const [bands, wave, waveSize] = [pick.between(3, 18), pick.between(0.02, 0.25), pick.between(0.6, 3)];
  const [holeSize, holeShare] = [pick.between(12, 40), pick.between(0, 0.5)];
  const hole = pickColor(pick, pick.between(40, 140));
  return (x, y, out) => {
    const [u, v] = frame(x, y);
    const place = v + wave * noise.fractal(u * waveSize, v * waveSize, 3);
    writeRamp(ramp, 0.5 + 0.75 * noise.fractal(u * 0.8, place * bands, 4, 0.65), out);
    const pit = other.fractal(u * holeSize * 0.35, place * holeSize, 2);
    blend(out, hole, 6 * (pit - 0.75 + holeShare));
    shade(out, 1 + 0.05 * other.at(u * 90, v * 90));
  };
}

export function onyx(pick: Picker): Texture {
  const noise = createNoise(pick);
  const ramp = [...pickRamp(pick, pick.between(40, 120)), ...pickRamp(pick, pick.between(30, 120))];
  const [size, bands, gain] = [pick.between(0.6, 2.5), pick.between(2, 9), pick.between(0.35, 0.6)];
  return (x, y, out) => {
    const field = bands * noise.fractal(x * size, y * size, 4, gain);
    const place = Math.abs(field - 2 * Math.floor(field / 2) - 1);
    writeRamp(ramp, place + 0.08 * noise.at(x * 30, y * 30), out);
  };
}

/** Split stone, lit from a side. */
export function slate(pick: Picker): Texture {
  const noise = createNoise(pick);
  const base = pickColor(pick, pick.between(40, 150));
  const rust: Rgb = pickColor(pick, pick.between(60, 150));
  const frame = pickFrame(pick, pick.between(1, 4));
  const [size, relief, stains] = [pick.between(1.5, 7), pick.between(0.6, 2.4), pick.between(0, 0.7)];
  const gain = pick.between(0.45, 0.7);
  const step = 0.004;
  return (x, y, out) => {
    const [u, v] = frame(x * size, y * size);
    const height = noise.ridged(u, v, 5, gain);
    const slope = (height - noise.ridged(u + step * size, v + step * size, 5, gain)) / step / size;
    out.set(base);
    blend(out, rust, stains * (noise.fractal(x * 2, y * 2, 3) + 0.2));
    shade(out, Math.min(1.7, Math.max(0.35, 1 + relief * 0.12 * slope + 0.3 * (height - 0.6))));
  };
}
