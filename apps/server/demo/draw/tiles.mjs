/** The maker's catalogue: each surface by its kind, its colours and a seed of its own. */
import { chanceOf, dark, drawing, HEIGHT, light, mix, n, steps, WIDTH } from './hand.mjs';

/** @typedef {readonly string[]} Colors The ground first. */

const rect = (/** @type {string} */ fill) => `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`;
const speckle = (/** @type {string} */ seed, /** @type {string} */ color, /** @type {number} */ count) => {
  const { between } = chanceOf(`${seed} speckle`);
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${n(between(0, WIDTH))}" cy="${n(between(0, HEIGHT))}" r="${n(between(0.5, 1.7))}" fill="${color}" opacity=".35"/>`,
  ).join('');
};
/** Light falls from the upper left. */
const sheen =
  '<linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".14"/></linearGradient>';
const shine = '<rect width="640" height="480" fill="url(#sheen)"/>';

/** @param {string} seed @param {Colors} colors */
export function terrazzo(seed, [ground = '', ...chips]) {
  const { between, of, next } = chanceOf(seed);
  const chip = (/** @type {number} */ size) => {
    const [x, y, corners] = [between(-10, WIDTH), between(-10, HEIGHT), 5 + Math.floor(next() * 3)];
    const points = steps(0, corners, 1).map((i) => {
      const [angle, radius] = [((i + next() * 0.5) / corners) * 6.283, size * between(0.65, 1)];
      return `${n(x + Math.cos(angle) * radius)},${n(y + Math.sin(angle) * radius)}`;
    });
    return `<polygon points="${points.join(' ')}" fill="${of(chips)}" stroke="#000" stroke-opacity=".06"/>`;
  };
  const sizes = [...steps(0, 34, 1).map(() => between(14, 30)), ...steps(0, 120, 1).map(() => between(4, 11))];
  return drawing(rect(ground) + sizes.map(chip).join('') + speckle(seed, dark(ground, 0.4), 160));
}

/** @param {string} seed @param {Colors} colors Ground, veins, and one vein of another colour. */
export function marble(seed, [ground = '', vein = '', gold = vein]) {
  const { between, next } = chanceOf(seed);
  const slope = between(0.35, 0.8);
  const line = (/** @type {number} */ width, /** @type {string} */ color, /** @type {number} */ opacity) => {
    let [x, y] = [between(-200, 500), between(-120, 300)];
    let path = `M${n(x)} ${n(y)}`;
    for (let i = 0; i < 9; i += 1) {
      const [dx, dy] = [between(30, 110), between(10, 100) * slope];
      path += `q${n(dx * between(0.2, 0.7))} ${n(dy * between(-0.3, 0.9))} ${n(dx)} ${n(dy)}`;
      x += dx;
      y += dy;
    }
    return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${n(width)}" opacity="${n(opacity)}"/>`;
  };
  const clouds = steps(0, 9, 1).map(
    () =>
      `<ellipse cx="${n(between(0, WIDTH))}" cy="${n(between(0, HEIGHT))}" rx="${n(between(80, 220))}" ry="${n(between(40, 110))}" fill="${next() < 0.5 ? light(ground, 0.14) : mix(ground, vein, 0.14)}" filter="url(#soft)" opacity=".8"/>`,
  );
  const veins = [
    ...steps(0, 7, 1).map(() => `<g filter="url(#blur)">${line(between(6, 13), vein, 0.3)}</g>`),
    ...steps(0, 11, 1).map(() => line(between(0.8, 2.6), vein, 0.75)),
    line(3, gold, 0.9),
    line(1.6, gold, 0.8),
  ];
  const soft =
    '<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="38"/></filter>';
  const blur =
    '<filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter>';
  return drawing(rect(ground) + clouds.join('') + veins.join('') + shine, soft + blur + sheen);
}

/** @param {string} seed @param {Colors} colors Wood and grain. */
export function wood(seed, [ground = '', grain = '']) {
  const { between, next } = chanceOf(seed);
  const boards = steps(0, HEIGHT, 120).map((top) => {
    const tone = mix(ground, grain, between(0, 0.18));
    const joint = between(120, 520);
    const lines = steps(top + 6, top + 116, 7).map((y) => {
      const bend = between(-6, 6);
      return `<path d="M0 ${n(y + between(-2, 2))}C160 ${n(y + bend)} 320 ${n(y - bend)} 640 ${n(y + between(-3, 3))}" fill="none" stroke="${grain}" stroke-width="${n(between(0.6, 1.8))}" opacity="${n(between(0.25, 0.6))}"/>`;
    });
    const [kx, ky] = [between(60, 600), top + between(35, 85)];
    const knot = [9, 6, 3].map(
      (size) =>
        `<ellipse cx="${n(kx)}" cy="${n(ky)}" rx="${size * 1.8}" ry="${size}" fill="${dark(grain, 0.1)}" opacity=".3"/>`,
    );
    return `<rect y="${top}" width="640" height="120" fill="${tone}"/>${lines.join('')}${next() < 0.6 ? knot.join('') : ''}<path d="M0 ${top}h640M${n(joint)} ${top}v120" stroke="${dark(grain, 0.5)}" stroke-width="1.6" opacity=".7"/>`;
  });
  return drawing(boards.join('') + shine, sheen);
}

/** @param {string} seed @param {Colors} colors Tile and joint. */
export function hexagon(seed, [ground = '', joint = '']) {
  const { between } = chanceOf(seed);
  const [width, height] = [118, 102];
  const cells = steps(-height, HEIGHT + height, height * 0.75 * 1.155).flatMap((y, row) =>
    steps(row % 2 ? -width / 2 : -width, WIDTH + width, width).map((x) => {
      const [w, h] = [width / 2, width / Math.sqrt(3)];
      const tone = between(-0.1, 0.1);
      const fill = tone < 0 ? dark(ground, -tone) : light(ground, tone);
      return `<path d="M${n(x)} ${n(y - h)}l${w} ${n(h / 2)}v${n(h)}l${-w} ${n(h / 2)}l${-w} ${n(-h / 2)}v${n(-h)}z" fill="${fill}" stroke="${joint}" stroke-width="5"/>`;
    }),
  );
  return drawing(rect(joint) + cells.join('') + speckle(seed, dark(ground, 0.4), 200) + shine, sheen);
}

/**
 * Oblong pieces, each of its own tone.
 * @param {string} seed @param {Colors} colors Piece and joint.
 * @param {{ width: number, height: number, shift: number, gloss?: boolean }} layout `shift`: of each row, in widths.
 */
export function pieces(seed, [ground = '', joint = ''], { width, height, shift, gloss = false }) {
  const { between } = chanceOf(seed);
  const rows = steps(0, HEIGHT, height).flatMap((y, row) =>
    steps(-width + ((row * shift) % 1) * width, WIDTH, width).map((x) => {
      const tone = between(-0.13, 0.13);
      const fill = tone < 0 ? dark(ground, -tone) : light(ground, tone);
      const glint = gloss
        ? `<path d="M${n(x + 6)} ${n(y + height * between(0.2, 0.5))}l${n(width * between(0.3, 0.8))} ${n(-height * 0.18)}v7l${n(-width * 0.3)} ${n(height * 0.12)}z" fill="#fff" opacity="${n(between(0.1, 0.35))}"/>`
        : '';
      return `<rect x="${n(x + 2)}" y="${n(y + 2)}" width="${width - 4}" height="${height - 4}" rx="2" fill="${fill}"/>${glint}`;
    }),
  );
  return drawing(rect(joint) + rows.join('') + speckle(seed, dark(ground, 0.5), gloss ? 40 : 420) + shine, sheen);
}

/** @param {string} seed @param {Colors} colors Piece and joint. */
export function herringbone(seed, [ground = '', joint = '']) {
  const { between } = chanceOf(seed);
  const [long, short] = [144, 48];
  const cells = steps(-20, 20, 1).flatMap((i) =>
    steps(-8, 8, 1).flatMap((j) => {
      const [x, y] = [i * short + j * long, i * short - j * long];
      return [
        [x, y, long, short],
        [x + long, y + short - long, short, long],
      ].map(([left = 0, top = 0, w = 0, h = 0]) => {
        const tone = between(-0.14, 0.12);
        return `<rect x="${left + 2}" y="${top + 2}" width="${w - 4}" height="${h - 4}" fill="${tone < 0 ? dark(ground, -tone) : light(ground, tone)}"/>`;
      });
    }),
  );
  return drawing(
    `${rect(joint)}<g transform="rotate(45 320 240) translate(320 240)">${cells.join('')}</g>${shine}`,
    sheen,
  );
}

/** What stands on each of the square pieces, within 0 to 80. @type {Record<string, (c: Colors) => string>} */
const motifs = {
  star: ([, a, b]) =>
    `<path d="M40 4l10 22 26-12-12 26 12 26-26-12-10 22-10-22-26 12 12-26L4 14l26 12z" fill="${a}"/><circle cx="40" cy="40" r="9" fill="${b}"/>`,
  lily: ([, a, b]) =>
    [0, 90, 180, 270]
      .map(
        (turn) =>
          `<g transform="rotate(${turn} 40 40)"><path d="M40 40c-14-10-14-24 0-36 14 12 14 26 0 36z" fill="${a}"/><path d="M0 0h22A22 22 0 0 1 0 22z" fill="${b}"/></g>`,
      )
      .join(''),
  wave: ([, a, b]) =>
    `<path d="M0 20a20 20 0 0 1 40 0 20 20 0 0 0 40 0V40a20 20 0 0 1-40 0 20 20 0 0 0-40 0z" fill="${a}"/><path d="M0 60a20 20 0 0 1 40 0 20 20 0 0 0 40 0V80a20 20 0 0 1-40 0 20 20 0 0 0-40 0z" fill="${b}"/>`,
  diamond: ([, a, b]) =>
    `<path d="M40 0l40 40-40 40L0 40z" fill="${a}"/><path d="M40 20l20 20-20 20-20-20z" fill="${b}"/>`,
  petals: ([, a, b]) =>
    `<path d="M0 0c44 8 72 36 80 80C36 72 8 44 0 0zM80 0C36 8 8 36 0 80c44-8 72-36 80-80z" fill="${a}"/><circle cx="40" cy="40" r="8" fill="${b}"/>`,
  checker: ([, a, b]) =>
    `<path d="M0 0h40v40H0zM40 40h40v40H40z" fill="${a}"/><circle cx="40" cy="40" r="10" fill="${b}"/>`,
  ribbon: ([, a, b]) =>
    `<path d="M0 26L26 0h28L0 54zM80 26v28L54 80H26z" fill="${a}"/><path d="M80 54v26H54zM0 0h26L0 26z" fill="${b}"/>`,
  garden: ([, a, b]) =>
    `<path d="M40 8v64M8 40h64" stroke="${a}" stroke-width="3"/>${[0, 72, 144, 216, 288].map((turn) => `<ellipse cx="40" cy="25" rx="7" ry="12" fill="${a}" transform="rotate(${turn} 40 40)"/>`).join('')}<circle cx="40" cy="40" r="7" fill="${b}"/><path d="M0 0h14A14 14 0 0 1 0 14zM80 0v14A14 14 0 0 1 66 0zM0 80V66a14 14 0 0 1 14 14zM80 80H66a14 14 0 0 1 14-14z" fill="${b}"/>`,
};

/** @param {string} seed Its last word is the motif. @param {Colors} colors */
export function encaustic(seed, colors) {
  const { between } = chanceOf(seed);
  const [ground = ''] = colors;
  const motif = motifs[seed.split('-').at(-1) ?? '']?.(colors) ?? '';
  const cells = steps(0, WIDTH, 106.67).flatMap((x) =>
    steps(0, HEIGHT, 106.67).map((y) => {
      const tone = light(ground, between(0, 0.12));
      return `<g transform="translate(${n(x)} ${n(y)}) scale(1.3333)"><rect width="80" height="80" fill="${tone}"/>${motif}<rect width="80" height="80" fill="none" stroke="#000" stroke-opacity=".16"/></g>`;
    }),
  );
  return drawing(cells.join('') + speckle(seed, dark(ground, 0.6), 300) + shine, sheen);
}

/** @param {string} seed @param {Colors} colors Ground and what is brushed into it. */
export function cast(seed, [ground = '', other = '']) {
  const { between, next } = chanceOf(seed);
  const strokes = steps(0, 70, 1).map(() => {
    const [x, y, length] = [between(-80, WIDTH), between(0, HEIGHT), between(60, 320)];
    return `<path d="M${n(x)} ${n(y)}q${n(length / 2)} ${n(between(-26, 26))} ${n(length)} ${n(between(-18, 18))}" fill="none" stroke="${next() < 0.5 ? light(ground, 0.16) : other}" stroke-width="${n(between(4, 26))}" opacity="${n(between(0.1, 0.3))}" stroke-linecap="round" filter="url(#blur)"/>`;
  });
  const joints = '<path d="M320 0v480M0 240h640" stroke="#000" stroke-opacity=".35" stroke-width="2.5"/>';
  const blur =
    '<filter id="blur" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="6"/></filter>';
  return drawing(
    rect(ground) + strokes.join('') + speckle(seed, dark(ground, 0.5), 500) + joints + shine,
    blur + sheen,
  );
}

/** @param {string} seed @param {Colors} colors Ground and edges. */
export function slate(seed, [ground = '', edge = '']) {
  const { between } = chanceOf(seed);
  const layers = steps(-40, HEIGHT + 40, 22).map((top) => {
    const points = steps(0, WIDTH + 41, 40).map((x) => `${n(x)},${n(top + between(-16, 16))}`);
    return `<polygon points="0,${HEIGHT + 60} ${points.join(' ')} ${WIDTH},${HEIGHT + 60}" fill="${mix(ground, edge, between(0, 0.5))}" opacity=".6"/><polyline points="${points.join(' ')}" fill="none" stroke="${light(edge, 0.25)}" stroke-opacity=".4"/>`;
  });
  return drawing(
    `${rect(ground)}${layers.join('')}<path d="M213 0v480M427 0v480M0 240h640" stroke="#000" stroke-opacity=".5" stroke-width="3"/>${shine}`,
    sheen,
  );
}

/** @param {string} seed @param {Colors} colors Pieces and joint. */
export function penny(seed, [ground = '', joint = '', other = ground]) {
  const { next, between } = chanceOf(seed);
  const cells = steps(-20, HEIGHT + 30, 35).flatMap((y, row) =>
    steps(row % 2 ? -20 : 0, WIDTH + 30, 40).map((x) => {
      const color = next() < 0.14 ? other : ground;
      return `<circle cx="${x}" cy="${y}" r="18" fill="${mix(color, '#ffffff', between(0, 0.16))}"/><path d="M${x - 10} ${y - 6}a12 12 0 0 1 12-8" fill="none" stroke="#fff" stroke-width="2" opacity=".4"/>`;
    }),
  );
  return drawing(rect(joint) + cells.join('') + shine, sheen);
}

/** @param {string} seed @param {Colors} colors Pieces and joint. */
export function scales(seed, [ground = '', joint = '', other = ground]) {
  const { next } = chanceOf(seed);
  const cells = steps(-40, HEIGHT + 80, 40).flatMap((y, row) =>
    steps(row % 2 ? -40 : 0, WIDTH + 40, 80).map(
      (x) =>
        `<path d="M${x - 40} ${y}a40 40 0 0 0 80 0v-46h-80z" fill="${mix(ground, other, next())}" stroke="${joint}" stroke-width="3"/>`,
    ),
  );
  return drawing(rect(ground) + cells.toReversed().join('') + shine, sheen);
}
