/** The museum: what stands and hangs in it, on the shelf that all of it shares, and its rooms. */
import { chanceOf, dark, drawing, light, mix, n, steps } from './hand.mjs';

const soft =
  '<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="11"/></filter>';
/** A wall with light on it, and a shelf. @param {string} wall @param {string} object @param {string} [defs] */
const onShelf = (wall, object, defs = '') =>
  drawing(
    `<rect width="640" height="480" fill="url(#wall)"/><rect y="408" width="640" height="72" fill="#ddd9d0"/><rect y="408" width="640" height="5" fill="#fff"/><ellipse cx="330" cy="420" rx="150" ry="12" fill="#000" opacity=".4" filter="url(#soft)"/>${object}`,
    `<radialGradient id="wall" cx=".42" cy=".34" r=".85"><stop offset="0" stop-color="${light(wall, 0.28)}"/><stop offset="1" stop-color="${dark(wall, 0.42)}"/></radialGradient>${soft}${defs}`,
  );
const round = (/** @type {string} */ id, /** @type {string} */ color) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${dark(color, 0.55)}"/><stop offset=".32" stop-color="${light(color, 0.3)}"/><stop offset=".6" stop-color="${color}"/><stop offset="1" stop-color="${dark(color, 0.6)}"/></linearGradient>`;

/**
 * What is turned on a wheel.
 * @param {string} wall @param {string} clay
 * @param {readonly (readonly [number, number])[]} profile Half widths and heights, from the rim down.
 * @param {{ bands?: readonly number[], paint?: string, handles?: boolean, opacity?: number }} [look] `bands`: heights.
 */
export function vessel(wall, clay, profile, { bands = [], paint = '#26130a', handles = false, opacity = 1 } = {}) {
  const foot = profile.at(-1)?.[1] ?? 300;
  const top = 412 - foot;
  const side = (/** @type {number} */ sign) => profile.map(([w, y]) => [320 + sign * w, top + y]);
  const path = [...side(1), ...side(-1).toReversed()];
  const d = smooth(path);
  const rim = profile[0]?.[0] ?? 60;
  const drawnBands = bands
    .map(
      (y, i) =>
        `<rect x="100" y="${top + y}" width="440" height="${i % 2 ? 7 : 16}" fill="${paint}"/>${
          i % 2
            ? ''
            : `<path d="M100 ${top + y + 8}${steps(0, 22, 1)
                .map(() => 'l10 -5 10 5')
                .join('')}" fill="none" stroke="${light(clay, 0.2)}" stroke-width="2.5"/>`
        }`,
    )
    .join('');
  const [wide, at] = profile.reduce((a, b) => (b[0] > a[0] ? b : a));
  const ears = handles
    ? [1, -1]
        .map(
          (s) =>
            `<path d="M${320 + s * (rim - 4)} ${top + 16}c${s * 74} -8 ${s * (wide - rim + 42)} ${at * 0.5} ${s * (wide - rim + 2)} ${at * 0.82}" fill="none" stroke="${dark(clay, 0.5)}" stroke-width="17" stroke-linecap="round"/>`,
        )
        .join('')
    : '';
  return onShelf(
    wall,
    `${ears}<g opacity="${opacity}"><path d="${d}" fill="url(#clay)"/><g clip-path="url(#body)" opacity=".86">${drawnBands}</g><path d="${d}" fill="url(#over)"/><ellipse cx="320" cy="${top}" rx="${rim}" ry="9" fill="${dark(clay, 0.6)}"/></g><path d="M${320 - wide * 0.5} ${top + at - 40}q-14 44 4 92" stroke="#fff" stroke-width="9" opacity=".3" fill="none" stroke-linecap="round"/>`,
    `${round('clay', clay)}<linearGradient id="over"><stop offset="0" stop-color="#000" stop-opacity=".4"/><stop offset=".35" stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient><clipPath id="body"><path d="${d}"/></clipPath>`,
  );
}

/** @param {readonly (readonly number[])[]} points */
function smooth(points) {
  const at = (/** @type {number} */ i) => points[(i + points.length) % points.length] ?? [0, 0];
  const [x = 0, y = 0] = at(0);
  return `M${n(x)} ${n(y)}${points
    .map((_, i) => {
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      const [bx = 0, by = 0] = b;
      const [cx = 0, cy = 0] = c;
      const isEdge = Math.abs(by - cy) < 1;
      if (isEdge) return `L${n(cx)} ${n(cy)}`;
      return `C${n(bx + (cx - (a[0] ?? 0)) / 7)} ${n(by + (cy - (a[1] ?? 0)) / 7)} ${n(cx - ((d[0] ?? 0) - bx) / 7)} ${n(cy - ((d[1] ?? 0) - by) / 7)} ${n(cx)} ${n(cy)}`;
    })
    .join('')}z`;
}

/** @param {string} wall @param {string} metal @param {'head' | 'owl' | 'ear' | 'wheel'} relief */
export function coin(wall, metal, relief) {
  const line = dark(metal, 0.45);
  const reliefs = {
    head: `<path d="M300 330c-8-30-44-26-46-54-1-14 8-16 4-26-6-12-14-10-12-18 3-10 12-22 14-38 4-40 36-66 78-62 46 4 66 40 58 84-4 24-14 38-10 60 3 22 14 34 22 46z" fill="${light(metal, 0.18)}" stroke="${line}" stroke-width="4"/><path d="M268 170c40-30 96-24 124 10M262 190c50-24 100-16 132 10" fill="none" stroke="${line}" stroke-width="7"/><circle cx="286" cy="216" r="5" fill="${line}"/>`,
    owl: `<ellipse cx="320" cy="262" rx="56" ry="84" fill="${light(metal, 0.16)}" stroke="${line}" stroke-width="4"/><circle cx="298" cy="206" r="24" fill="${light(metal, 0.3)}" stroke="${line}" stroke-width="5"/><circle cx="342" cy="206" r="24" fill="${light(metal, 0.3)}" stroke="${line}" stroke-width="5"/><circle cx="298" cy="206" r="8" fill="${line}"/><circle cx="342" cy="206" r="8" fill="${line}"/><path d="M320 218l-8 18h16zM300 346v22M340 346v22M290 270q30 18 60 0M288 294q32 18 64 0M292 318q28 16 56 0" fill="none" stroke="${line}" stroke-width="4"/>`,
    ear: `<path d="M320 140v220" stroke="${line}" stroke-width="6"/>${steps(0, 7, 1)
      .map(
        (i) =>
          `<path d="M320 ${166 + i * 24}c-34-4-44-22-46-38 30 2 44 14 46 38zM320 ${166 + i * 24}c34-4 44-22 46-38-30 2-44 14-46 38z" fill="${light(metal, 0.2)}" stroke="${line}" stroke-width="3"/>`,
      )
      .join('')}`,
    wheel: `<circle cx="320" cy="248" r="86" fill="none" stroke="${line}" stroke-width="12"/>${steps(0, 8, 1)
      .map(
        (i) =>
          `<path d="M320 248L${n(320 + Math.cos(i * 0.785) * 84)} ${n(248 + Math.sin(i * 0.785) * 84)}" stroke="${line}" stroke-width="8"/>`,
      )
      .join('')}<circle cx="320" cy="248" r="16" fill="${light(metal, 0.3)}" stroke="${line}" stroke-width="6"/>`,
  };
  const dots = steps(0, 48, 1).map(
    (i) =>
      `<circle cx="${n(320 + Math.cos((i / 48) * 6.283) * 140)}" cy="${n(248 + Math.sin((i / 48) * 6.283) * 140)}" r="4" fill="${light(metal, 0.25)}"/>`,
  );
  return onShelf(
    wall,
    `<path d="M320 92c54-4 106 20 134 66 30 50 28 116-4 164-30 46-84 66-138 62-52-4-104-28-126-78-24-54-18-120 16-164 28-36 72-46 118-50z" fill="url(#metal)" stroke="${line}" stroke-width="3"/>${dots.join('')}${reliefs[relief]}`,
    `<radialGradient id="metal" cx=".36" cy=".3" r=".9"><stop offset="0" stop-color="${light(metal, 0.45)}"/><stop offset="1" stop-color="${dark(metal, 0.35)}"/></radialGradient>`,
  );
}

const frame = (/** @type {string} */ inside, /** @type {string} */ gold, /** @type {string} */ wall) =>
  drawing(
    `<rect width="640" height="480" fill="${wall}"/><rect width="640" height="480" fill="url(#glow)"/><rect x="74" y="56" width="500" height="372" fill="#000" opacity=".35" filter="url(#soft)"/><rect x="66" y="44" width="508" height="380" fill="${gold}"/><rect x="76" y="54" width="488" height="360" fill="none" stroke="${light(gold, 0.4)}" stroke-width="3"/><rect x="92" y="70" width="456" height="328" fill="${dark(gold, 0.5)}"/><svg x="98" y="76" width="444" height="316" viewBox="0 0 444 316">${inside}</svg>`,
    `<radialGradient id="glow" cx=".5" cy=".1" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient>${soft}`,
  );

/** A painted landscape. @param {string} seed @param {readonly [sky: string, far: string, near: string]} colors @param {string} wall */
export function landscape(seed, [sky, far, near], wall) {
  const { between } = chanceOf(seed);
  const ranges = steps(0, 5, 1).map((i) => {
    const y = 130 + i * 38;
    const points = steps(0, 445, 37).map((x) => `${x} ${n(y + between(-26, 22))}`);
    return `<path d="M0 316L${points.join('L')}L444 316z" fill="${mix(far, near, i / 4)}"/>`;
  });
  const trees = steps(0, 9, 1).map(() => {
    const [x, y, h] = [between(10, 430), between(220, 300), between(24, 64)];
    return `<ellipse cx="${n(x)}" cy="${n(y - h / 2)}" rx="${n(h / 6)}" ry="${n(h / 2)}" fill="${dark(near, 0.4)}"/>`;
  });
  return frame(
    `<rect width="444" height="316" fill="${sky}"/><circle cx="${n(between(60, 380))}" cy="${n(between(40, 90))}" r="24" fill="${light(sky, 0.6)}"/>${ranges.join('')}<path d="M200 316c10-50 70-40 60-90" fill="none" stroke="${light(near, 0.5)}" stroke-width="9"/>${trees.join('')}`,
    '#b58a3c',
    wall,
  );
}

/** A painted still life. @param {string} seed @param {string} cloth @param {string} wall */
export function stillLife(seed, cloth, wall) {
  const { between, of } = chanceOf(seed);
  const fruits = steps(0, 9, 1).map((i) => {
    const [x, y, r, color] = [
      110 + i * 26 + between(-6, 6),
      218 - (i % 3) * 16,
      between(17, 27),
      of(['#c0392b', '#d98e32', '#7d9a3c', '#6e3555', '#e0b64c']),
    ];
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${color}"/><circle cx="${n(x - 6)}" cy="${n(y - 7)}" r="${n(r / 4)}" fill="#fff" opacity=".5"/>`;
  });
  return frame(
    `<rect width="444" height="316" fill="#2e2620"/><rect width="250" height="316" fill="#fff" opacity=".05"/><path d="M0 226h444v90H0z" fill="${cloth}"/><path d="M0 226h444v8H0z" fill="#fff" opacity=".3"/><path d="M318 96h44v28c30 20 38 60 22 104h-88c-16-44-8-84 22-104z" fill="#7d8f96"/><path d="M318 96h44v28c30 20 38 60 22 104h-20c8-50-6-92-24-104z" fill="#000" opacity=".3"/>${fruits.join('')}<path d="M90 238q110 30 240 0l-22 24H112z" fill="#caa46a"/>`,
    '#6b4a25',
    wall,
  );
}

/** @param {string} wall @param {string} stone */
export function ammonite(wall, stone) {
  const whorls = steps(0, 120, 1).map((i) => {
    const [angle, r] = [i * 0.21, 8 + i * 1.24];
    const [x, y] = [320 + Math.cos(angle) * r, 250 + Math.sin(angle) * r * 0.92];
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(5 + i * 0.24)}" ry="${n(3 + i * 0.1)}" transform="rotate(${n((angle * 180) / Math.PI + 90)} ${n(x)} ${n(y)})" fill="${mix(light(stone, 0.35), dark(stone, 0.25), (i % 6) / 6)}" stroke="${dark(stone, 0.5)}" stroke-width="1.4"/>`;
  });
  return onShelf(wall, whorls.join(''));
}

/** @param {string} seed @param {string} wall @param {string} stone */
export function crystals(seed, wall, stone) {
  const { between } = chanceOf(seed);
  const points = steps(0, 15, 1).map((i) => {
    const [x, h, w, lean] = [
      190 + i * 18 + between(-8, 8),
      between(90, 250) * (1 - Math.abs(i - 7) / 14),
      between(24, 44),
      (i - 7) * 5,
    ];
    return `<g transform="rotate(${lean} ${n(x)} 400)"><path d="M${n(x - w / 2)} 406V${n(406 - h)}l${n(w / 2)} -30 ${n(w / 2)} 30V406z" fill="${stone}"/><path d="M${n(x - w / 2)} 406V${n(406 - h)}l${n(w / 2)} -30V406z" fill="#fff" opacity=".34"/><path d="M${n(x + w / 5)} 406V${n(406 - h - 12)}l${n(w * 0.3)} 12V406z" fill="#000" opacity=".22"/></g>`;
  });
  return onShelf(
    wall,
    `${points.join('')}<path d="M150 412c20-30 60-34 90-24 60-16 110-12 150 2 40-10 80-6 100 22z" fill="${dark(stone, 0.65)}"/>`,
  );
}

/** A cloth on the wall. @param {string} seed @param {readonly string[]} colors */
export function textile(seed, colors) {
  const { of } = chanceOf(seed);
  const [ground = ''] = colors;
  const rows = steps(50, 400, 35).map((y, row) => {
    const color = of(colors.slice(1));
    const marks = steps(170, 470, 30).map((x) =>
      row % 2
        ? `<path d="M${x} ${y + 17}l15-13 15 13-15 13z" fill="${color}"/>`
        : `<path d="M${x} ${y + 28}l15-22 15 22z" fill="${color}"/>`,
    );
    return `<rect x="160" y="${y}" width="320" height="35" fill="${row % 3 ? ground : dark(ground, 0.25)}"/>${marks.join('')}`;
  });
  const fringe = steps(164, 480, 8).map(
    (x) => `<path d="M${x} 400v${26 + (x % 5)}" stroke="${light(ground, 0.35)}" stroke-width="3"/>`,
  );
  return drawing(
    `<rect width="640" height="480" fill="#cfcac0"/><rect x="168" y="60" width="320" height="350" fill="#000" opacity=".25" filter="url(#soft)"/>${rows.join('')}${fringe.join('')}<rect x="150" y="42" width="340" height="10" rx="5" fill="#6b4a25"/>`,
    soft,
  );
}

/** A stone with words. @param {string} wall @param {string} stone @param {readonly string[]} lines */
export const inscription = (wall, stone, lines) =>
  onShelf(
    wall,
    `<path d="M180 412V120l40-52h200l40 52v292z" fill="${stone}"/><path d="M420 68l40 52v292h-24V126z" fill="#000" opacity=".2"/><path d="M212 116h216v250H212z" fill="none" stroke="${dark(stone, 0.3)}" stroke-width="4"/>${lines.map((line, i) => `<text x="320" y="${168 + i * 44}" text-anchor="middle" font-family="serif" font-size="31" letter-spacing="4" fill="${dark(stone, 0.55)}">${line}</text>`).join('')}`,
  );

/** Something long on a cushion: a sword, a key, a pen, a spear. @param {string} wall @param {string} metal @param {string} shape */
export const lying = (wall, metal, shape) =>
  onShelf(
    wall,
    `<path d="M90 412c-14-60 10-96 60-96h340c50 0 74 36 60 96z" fill="#7b2f36"/><path d="M150 316h340c50 0 74 36 60 96h-30c0-50-20-76-60-76H110c10-14 24-20 40-20z" fill="#fff" opacity=".14"/><g transform="translate(320 300) rotate(-9)" fill="url(#metal)" stroke="${dark(metal, 0.5)}" stroke-width="3">${shape}</g>`,
    round('metal', metal),
  );

/** A room with what hangs and stands in it. @param {string} seed @param {string} wall */
export function room(seed, wall) {
  const { between, of } = chanceOf(seed);
  const pictures = steps(0, 3, 1).map((i) => {
    const [x, w, h] = [185 + i * 96, between(58, 80), between(50, 92)];
    return `<rect x="${n(x)}" y="${n(190 - h / 2)}" width="${n(w)}" height="${n(h)}" fill="#b58a3c"/><rect x="${n(x + 5)}" y="${n(195 - h / 2)}" width="${n(w - 10)}" height="${n(h - 10)}" fill="${of(['#5f7d62', '#3d5a73', '#a8563d', '#d9b36b', '#4a3a44'])}"/>`;
  });
  const stands = [110, 500].map((x, i) => {
    const color = of(['#b4582a', '#d8d2c6', '#5b7f74', '#8a6b3c']);
    return `<path d="M${x - 30} 330h60v112h-60z" fill="#efece6"/><path d="M${x + 14} 330h16v112h-16z" fill="#000" opacity=".12"/>${i ? `<circle cx="${x}" cy="302" r="26" fill="${color}"/><path d="M${x - 12} 326h24v6h-24z" fill="${dark(color, 0.3)}"/>` : `<path d="M${x - 12} 330c-30-26-26-60 4-66v-16h16v16c30 6 34 40 4 66z" fill="${color}"/>`}`;
  });
  return drawing(
    `<path d="M0 0h640v480H0z" fill="${dark(wall, 0.14)}"/><path d="M150 70h340v260H150z" fill="${wall}"/><path d="M0 0l150 70v260L0 430z" fill="${dark(wall, 0.22)}"/><path d="M640 0L490 70v260l150 100z" fill="${light(wall, 0.08)}"/><path d="M0 0h640L490 70H150z" fill="#f2efe8"/><path d="M0 430l150-100h340l150 100v50H0z" fill="#b98d5c"/><path d="M60 480l110-150M190 480l60-150M320 480V330M450 480l-60-150M580 480L470 330" stroke="#000" stroke-opacity=".14" stroke-width="2"/><path d="M250 20h140l14 18H236z" fill="#fff"/><path d="M240 38l-70 292h300L400 38z" fill="#fff" opacity=".07"/>${pictures.join('')}<path d="M540 130l60-26v250l-60-34z" fill="#2c2622"/>${stands.join('')}`,
  );
}
