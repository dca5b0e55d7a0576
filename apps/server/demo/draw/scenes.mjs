/**
 * Makes what stands on the markers of the demo's scenes, into `apps/server/demo`: `node apps/server/demo/draw/scenes.mjs`. For films an
 * `ffmpeg` with libx264 and aac has to be there. What is made is kept.
 *
 * `amphora-compressed.glb` is `amphora.glb` with its mesh in Draco and its texture in KTX 2 (glTF Transform: weld, ETC1S, Draco). Make it again if
 * the vase changes.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { encode } from './encode.mjs';
import { vase } from './glb.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const RATE = 15;
const SECONDS = 4;
const FRAMES = RATE * SECONDS;
const turn = (/** @type {number} */ frame, times = 1) => (2 * Math.PI * times * frame) / FRAMES;

/** The mosaic under a hand of water: each ray is bent by waves that come back after the film. */
async function* bath() {
  const [width, height] = [480, 360];
  const { data } = await sharp(join(folder, 'mosaic.webp'))
    .resize(width, height)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const bytes = Buffer.alloc(3 * width * height);
    for (let y = 0, to = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const one = Math.sin(x / 31 + y / 57 + turn(frame)) + Math.sin(y / 23 - x / 71 - turn(frame, 2));
        const other = Math.cos(y / 37 - x / 43 + turn(frame)) + Math.cos(x / 19 + y / 61 - turn(frame));
        const fromX = Math.min(width - 1, Math.max(0, Math.round(x + 3 * one)));
        const fromY = Math.min(height - 1, Math.max(0, Math.round(y + 3 * other)));
        const light = 40 * Math.max(0, (one + other) / 2 - 0.55);
        const from = 3 * (fromY * width + fromX);
        for (const [channel, tint] of [-12, 8, 22].entries()) {
          const value = 0.86 * (data[from + channel] ?? 0) + tint + light;
          bytes[to] = Math.min(255, Math.max(0, value));
          to += 1;
        }
      }
    yield bytes;
  }
}

/** An ammonite, drawn around 0, 0 with a radius of 50. @param {number} phase Of its arms. */
function ammonite(phase) {
  const chambers = Array.from({ length: 40 }, (_, at) => {
    const angle = 0.32 * at;
    const radius = 4 + 1.12 * at;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    const shade = 120 + 60 * (at % 2) + at;
    return `<circle cx="${x}" cy="${y}" r="${3 + radius / 4.2}" fill="rgb(${shade + 30},${shade - 15},${shade - 60})"/>`;
  });
  const arms = Array.from({ length: 7 }, (_, at) => {
    const bend = 10 * Math.sin(phase + at);
    return `<path d="M48 ${4 + at * 3} q18 ${bend} 36 ${bend / 2 + at * 4 - 12}" stroke="#c98b6a" stroke-width="4" fill="none" stroke-linecap="round"/>`;
  });
  return `${arms.join('')}${chambers.join('')}<circle cx="50" cy="8" r="4" fill="#1d1208"/>`;
}

/** Ammonites that swim backwards: colours on the left half, opacity on the right one. */
async function* ammonites() {
  const [width, height] = [480, 360];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const swimming = [
      { y: 120, size: 1.1, start: 0 },
      { y: 240, size: 0.7, start: 0.4 },
      { y: 190, size: 0.45, start: 0.75 },
    ].map(({ y, size, start }) => {
      const way = (frame / FRAMES + start) % 1;
      const x = width + 120 - way * (width + 240);
      const lift = 14 * Math.sin(turn(frame, 2) + 6 * start);
      return `<g transform="translate(${x} ${y + lift}) scale(${size})">${ammonite(turn(frame, 3))}</g>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${swimming.join('')}</svg>`;
    const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const bytes = Buffer.alloc(3 * 2 * width * height);
    for (let at = 0; at < width * height; at += 1) {
      const left = 3 * (Math.floor(at / width) * 2 * width + (at % width));
      const alpha = data[4 * at + 3] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        bytes[left + channel] = data[4 * at + channel] ?? 0;
        bytes[left + 3 * width + channel] = alpha;
      }
    }
    yield bytes;
  }
}

/** The painting of the vase, unrolled. */
function painting() {
  const [width, height] = [1024, 1024];
  const clay = '#c8622f';
  const black = '#1c100b';
  const meander = Array.from({ length: 32 }, (_, at) => {
    const x = at * 32;
    return `<path d="M${x} 566h24v22h-14v-11" stroke="${black}" stroke-width="5" fill="none"/>`;
  });
  const rays = Array.from({ length: 32 }, (_, at) => `<path d="M${at * 32} 960l16 -110 16 110z" fill="${black}"/>`);
  const tongues = Array.from(
    { length: 64 },
    (_, at) => `<path d="M${at * 16 + 8} 200v60" stroke="${black}" stroke-width="7" stroke-linecap="round"/>`,
  );
  // In front and behind, between the handles.
  const horses = [0, 512].map(
    (x) => `<g transform="translate(${x} 0)" fill="${black}">
      <path d="M-70 410q10 -26 60 -24 34 2 52 -30l18 -30 8 -12 6 14 24 18 -8 12 -24 -2q-4 40 -22 58l-6 40 12 46h-16l-12 -46 -40 -2 -10 48h-14l2 -50q-30 -6 -30 -40z"/>
      <path d="M-78 396q-22 14 -18 56" stroke="${black}" stroke-width="9" fill="none"/>
      <circle cx="0" cy="316" r="14"/><path d="M-12 332h24l30 20 -4 10 -30 -8 -4 40h-18z"/>
    </g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${clay}"/>
    <rect width="${width}" height="190" fill="${black}"/><rect y="270" width="${width}" height="10" fill="${black}"/>
    ${tongues.join('')}${horses.join('')}<g transform="translate(1024 0)">${horses[0] ?? ''}</g>
    <rect y="540" width="${width}" height="8" fill="${black}"/>${meander.join('')}
    <rect y="602" width="${width}" height="8" fill="${black}"/><rect y="690" width="${width}" height="60" fill="${black}"/>
    ${rays.join('')}<rect y="960" width="${width}" height="64" fill="${black}"/></svg>`;
}

/** What is behind the head is painted out: the background is one tone, which is followed from the borders inward. */
async function headMask() {
  const [width, height] = [240, 180];
  const { data } = await sharp(join(folder, 'bronze-head.webp'))
    .resize(width, height)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const spread = (/** @type {number} */ at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * at, 3 * at + 3);
    return Math.max(red, green, blue) - Math.min(red, green, blue);
  };
  const out = new Uint8Array(width * height);
  const waiting = [...Array(height).keys()].flatMap((y) => [y * width, y * width + width - 1]);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (out[at] || spread(at) > 18) continue;
    out[at] = 255;
    const x = at % width;
    if (x > 0) waiting.push(at - 1);
    if (x < width - 1) waiting.push(at + 1);
    if (at >= width) waiting.push(at - width);
    if (at < width * (height - 1)) waiting.push(at + width);
  }
  const rgba = Buffer.alloc(4 * width * height);
  for (const [at, opacity] of out.entries()) rgba.set([0x29, 0xc8, 0x85, opacity], 4 * at);
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ palette: true })
    .toBuffer();
}

const texture = await sharp(Buffer.from(painting())).jpeg({ quality: 82 }).toBuffer();
await writeFile(join(folder, 'amphora.glb'), vase(texture));
await writeFile(join(folder, 'bronze-head-mask.png'), await headMask());
const sound = join(folder, 'sound-water.mp3');
await encode(join(folder, 'film-bath.mp4'), { width: 480, height: 360, rate: RATE, frames: bath(), sound });
await encode(join(folder, 'film-ammonites.mp4'), { width: 960, height: 360, rate: RATE, frames: ammonites() });
