/** The town: its streets, parks and posters, who works in it and where. */
import { chanceOf, dark, drawing, HEIGHT, light, mix, n, steps, WIDTH } from './hand.mjs';

const sky = (/** @type {string} */ above, /** @type {string} */ below) =>
  `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>`;
const air = '<rect width="640" height="480" fill="url(#sky)"/>';
const walls = ['#e0a568', '#d98a5c', '#e6c48e', '#c97a57', '#efdcb6', '#b9805f'];

const GROUND = 366;

/** @param {ReturnType<typeof chanceOf>} chance @param {number} x @param {number} width @param {number} top */
function house({ of, next }, x, width, top) {
  const wall = of(walls);
  const shutter = of(['#4c6b57', '#6b4a35', '#48606f', '#7d3f36']);
  const columns = Math.max(2, Math.round(width / 52));
  const gap = width / columns;
  const windows = steps(top + 26, GROUND - 100, 62).flatMap((y) =>
    steps(0, columns, 1).map((i) => {
      const left = x + i * gap + gap / 2 - 9;
      return `<rect x="${n(left)}" y="${n(y)}" width="18" height="34" fill="${next() < 0.2 ? '#f6e3a8' : '#4b4038'}"/><path d="M${n(left - 9)} ${n(y)}h8v34h-8zM${n(left + 19)} ${n(y)}h8v34h-8z" fill="${shutter}"/>`;
    }),
  );
  const arches = steps(0, columns, 1).map((i) => {
    const left = x + i * gap + 6;
    return `<path d="M${n(left)} ${GROUND}v-44a${n(gap / 2 - 6)} ${n(gap / 2 - 6)} 0 0 1 ${n(gap - 12)} 0v44z" fill="${dark(wall, 0.68)}"/>`;
  });
  return `<rect x="${n(x)}" y="${n(top)}" width="${n(width)}" height="${n(GROUND - top)}" fill="${wall}"/><path d="M${n(x - 5)} ${n(top)}h${n(width + 10)}l-8-16H${n(x + 3)}z" fill="#a5523a"/>${windows.join('')}${arches.join('')}`;
}

/** What stands in the middle of a square. @type {Record<string, string>} */
const landmarks = {
  tower:
    '<path d="M288 366V120h64v246z" fill="#b96f4b"/><path d="M280 120h80l-40-58z" fill="#8b3f2c"/><circle cx="320" cy="164" r="20" fill="#fff"/><path d="M320 152v13h9" stroke="#333" stroke-width="3" fill="none"/><path d="M304 210h32v40h-32z" fill="#54301f"/>',
  dome: '<path d="M220 366V220h200v146z" fill="#e9e0cd"/><path d="M244 220a76 82 0 0 1 152 0z" fill="#7f9a94"/><path d="M312 122h16v22h-16zM320 96v30M310 106h20" stroke="#6b5c44" stroke-width="5" fill="none"/><path d="M298 366v-58a22 22 0 0 1 44 0v58z" fill="#5a4636"/><path d="M240 366V240M270 366V240M370 366V240M400 366V240" stroke="#cfc3a8" stroke-width="8"/>',
  fountain:
    '<ellipse cx="320" cy="380" rx="128" ry="26" fill="#cfc8ba"/><ellipse cx="320" cy="374" rx="112" ry="18" fill="#6fa3b5"/><path d="M306 374v-86h28v86z" fill="#bdb5a4"/><ellipse cx="320" cy="288" rx="54" ry="12" fill="#cfc8ba"/><path d="M320 232c-40 4-62 50-70 120M320 232c40 4 62 50 70 120M320 232c-14 6-26 30-30 56M320 232c14 6 26 30 30 56" stroke="#e8f4f8" stroke-width="4" fill="none" opacity=".9"/>',
  bridge:
    '<path d="M0 330h640v60H0z" fill="#6fa3b5"/><path d="M0 280q320-96 640 0v54h-70a60 60 0 0 0-120 0h-70a60 60 0 0 0-120 0h-70a60 60 0 0 0-120 0H0z" fill="#c9b18c"/><path d="M0 280q320-96 640 0" stroke="#9c8460" stroke-width="9" fill="none"/>',
  theatre:
    '<path d="M190 366V190h260v176z" fill="#f0e2c4"/><path d="M176 190l144-74 144 74z" fill="#d9c295"/><path d="M212 366V200M262 366V200M312 366V200M362 366V200M412 366V200" stroke="#cdb78a" stroke-width="16"/><path d="M226 366v-80h24v80zM284 366v-80h24v80zM336 366v-80h24v80zM388 366v-80h24v80z" fill="#7d2f36"/>',
  station:
    '<path d="M120 366V230h400v136z" fill="#d8b27a"/><path d="M110 230h420l-30-34H140z" fill="#6d5a4a"/><path d="M270 230v-60h100v60z" fill="#d8b27a"/><circle cx="320" cy="200" r="20" fill="#fff"/><path d="M320 188v13l8 5" stroke="#333" stroke-width="3" fill="none"/><path d="M90 316h460v10H90z" fill="#4a5a52"/><path d="M110 326v40M210 326v40M320 326v40M430 326v40M530 326v40" stroke="#4a5a52" stroke-width="7"/>',
  market: [90, 220, 350, 480]
    .map(
      (x, i) =>
        `<path d="M${x} 300h104v66H${x}z" fill="#8a6b4a"/><path d="M${x - 8} 300l16-44h88l16 44z" fill="${['#b5423a', '#e8e2d2', '#3f6d54', '#d9a441'][i]}"/><circle cx="${x + 24}" cy="306" r="10" fill="#d98e32"/><circle cx="${x + 46}" cy="304" r="11" fill="#7d9a3c"/><circle cx="${x + 70}" cy="306" r="10" fill="#c0392b"/>`,
    )
    .join(''),
  well: '<ellipse cx="320" cy="386" rx="84" ry="20" fill="#000" opacity=".2"/><path d="M252 310h136v70a68 18 0 0 1-136 0z" fill="#c9bda6"/><ellipse cx="320" cy="310" rx="68" ry="18" fill="#8d826c"/><ellipse cx="320" cy="312" rx="52" ry="12" fill="#28323a"/><path d="M262 310V190M378 310V190M250 190h140" stroke="#4c4640" stroke-width="8"/><path d="M320 190v90" stroke="#8a6b3c" stroke-width="4"/>',
};

/** A square or street. @param {string} seed @param {string} landmark @param {boolean} [isEvening] */
export function street(seed, landmark, isEvening = false) {
  const chance = chanceOf(seed);
  const houses = [];
  for (let x = -20; x < WIDTH; ) {
    const width = chance.between(96, 176);
    houses.push(house(chance, x, width, chance.between(150, 220)));
    x += width;
  }
  const people = steps(0, 6, 1).map(() => {
    const [x, y] = [chance.between(40, 600), chance.between(392, 452)];
    return `<circle cx="${n(x)}" cy="${n(y - 27)}" r="5" fill="#54382a"/><path d="M${n(x - 6)} ${n(y)}v-20a6 4 0 0 1 12 0v20z" fill="${chance.of(['#b5423a', '#3c5a78', '#3f6d54', '#8a6b3c', '#5a4a5e'])}"/>`;
  });
  const [above, below] = isEvening ? ['#2f4668', '#e5a27c'] : ['#8fbfe0', '#e6f0f3'];
  return drawing(
    `${air}${houses.join('')}<path d="M0 366h640v114H0z" fill="${isEvening ? '#a08f80' : '#d6cbb9'}"/><path d="M0 400h640M0 440h640M120 366L40 480M320 366v114M520 366l80 114" stroke="#000" stroke-opacity=".1" stroke-width="2"/>${landmarks[landmark] ?? ''}${people.join('')}${isEvening ? '<rect width="640" height="480" fill="#1d2a4a" opacity=".26"/>' : ''}`,
    sky(above, below),
  );
}

/** A park. @param {string} seed @param {readonly [leaf: string, grass: string]} colors @param {'path' | 'pond' | 'swing' | 'dogs' | 'roses' | 'snow'} has */
export function park(seed, [leaf, grass], has) {
  const { between } = chanceOf(seed);
  const tree = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => {
    const crowns = steps(0, 8, 1).map(
      () =>
        `<circle cx="${n(x + between(-0.6, 0.6) * size)}" cy="${n(y - size * 1.25 + between(-0.5, 0.45) * size)}" r="${n(size * between(0.3, 0.5))}" fill="${mix(leaf, between(0, 1) < 0.5 ? '#ffffff' : '#16301a', between(0, 0.3))}"/>`,
    );
    return `<ellipse cx="${n(x + 14)}" cy="${n(y)}" rx="${n(size * 0.8)}" ry="${n(size * 0.13)}" fill="#000" opacity=".16"/><path d="M${n(x - size * 0.08)} ${n(y)}v${n(-size)}h${n(size * 0.16)}v${n(size)}z" fill="#6b4a30"/>${crowns.join('')}`;
  };
  const far = steps(-10, 660, 46).map((x) => tree(x + between(-12, 12), 262, between(26, 44)));
  const near = steps(0, 4, 1).map((i) =>
    tree([70, 590, 190, 480][i] ?? 0, [360, 372, 318, 310][i] ?? 0, [92, 84, 60, 54][i] ?? 0),
  );
  const ground = has === 'snow' ? '#eef2f5' : grass;
  const posts = steps(20, 640, 66).map((x) => `<path d="M${x} 308v62" stroke="#6b4a30" stroke-width="9"/>`);
  const things = {
    path: '<path d="M270 480c10-90 40-130 60-200h24c0 80 10 130 60 200z" fill="#e3d3ac"/><path d="M430 366h74v8h-74zM438 374v22M496 374v22M430 352h74v7h-74z" stroke="#5b4030" stroke-width="4" fill="#5b4030"/>',
    pond: '<ellipse cx="330" cy="392" rx="226" ry="54" fill="#6aa0b4"/><ellipse cx="330" cy="388" rx="210" ry="44" fill="#8cc0cf"/><path d="M240 384q30-8 60 0M360 400q30-8 60 0M300 366q20-6 40 0" stroke="#fff" stroke-width="3" fill="none" opacity=".7"/><path d="M400 378c8-18 26-14 24 0l16 4c-10 12-34 12-40-4z" fill="#fff"/>',
    swing:
      '<path d="M220 400l40-150M300 400l-40-150M400 400l40-150M480 400l-40-150M252 252h196" stroke="#a8563d" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M310 254v92M340 254v92M380 254l-14 88M410 254l-14 88" stroke="#4a4a4a" stroke-width="3"/><path d="M304 346h42v8h-42zM360 340l44 8-2 8-44-8z" fill="#355b6d"/>',
    dogs: `<path d="M0 352h640" stroke="#6b4a30" stroke-width="7"/><path d="M0 326h640" stroke="#6b4a30" stroke-width="5"/>${posts.join('')}<path d="M250 430c0-26 20-32 60-32h44l16-20 10 12 22 6-4 14-20 4c0 20-10 22-12 54h-14l-4-34h-60l-6 34h-14l-2-30-30-24z" fill="#8a5a34"/><path d="M470 446c0-16 14-20 34-20h30l12-14 20 12-2 10-14 2-6 30h-10l-2-20h-34l-4 20h-10z" fill="#3a332d"/>`,
    roses: steps(0, 60, 1)
      .map(
        (i) =>
          `<circle cx="${n(70 + (i % 15) * 36 + between(-8, 8))}" cy="${n(350 + Math.floor(i / 15) * 30 + between(-6, 6))}" r="${n(between(7, 12))}" fill="${['#b5304a', '#e28a9a', '#f3e4d8', '#d65a52'][i % 4]}"/>`,
      )
      .join(''),
    snow: steps(0, 90, 1)
      .map(
        () =>
          `<circle cx="${n(between(0, 640))}" cy="${n(between(0, 480))}" r="${n(between(1.5, 4))}" fill="#fff" opacity=".85"/>`,
      )
      .join(''),
  };
  return drawing(
    `${air}${far.join('')}<path d="M0 258q320-20 640 0v222H0z" fill="${ground}"/><path d="M0 300q320-30 640 0v180H0z" fill="${light(ground, 0.08)}"/>${near.join('')}${things[has]}`,
    sky(has === 'snow' ? '#aebfcb' : '#9ccbe6', '#eef5f2'),
  );
}

/** A poster of something that happens. @param {string} seed @param {readonly string[]} colors @param {readonly [string, string]} lines */
export function poster(seed, [ground = '', ...colors], lines) {
  const { between, of, next } = chanceOf(seed);
  const shapes = steps(0, 16, 1).map(() => {
    const [x, y, size, color] = [between(150, 490), between(40, 330), between(24, 92), of(colors)];
    if (next() < 0.4) return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size / 2)}" fill="${color}" opacity=".9"/>`;
    if (next() < 0.5)
      return `<path d="M${n(x)} ${n(y)}a${n(size)} ${n(size)} 0 0 1 ${n(size)} ${n(size)}h${n(-size)}z" fill="${color}" opacity=".9"/>`;
    return `<rect x="${n(x)}" y="${n(y)}" width="${n(size)}" height="${n(size / 3)}" fill="${color}" transform="rotate(${n(between(-45, 45))} ${n(x)} ${n(y)})" opacity=".9"/>`;
  });
  return drawing(
    `<rect width="640" height="480" fill="#c9bca8"/><path d="M0 96h640M0 192h640M0 288h640M0 384h640M90 0v96M250 96v96M410 0v96M130 192v96M520 192v96M60 288v96M340 384v96" stroke="#b0a28c" stroke-width="4"/><rect x="146" y="26" width="360" height="440" fill="#000" opacity=".25"/><svg x="138" y="18" width="360" height="440" viewBox="138 18 360 440"><rect x="138" y="18" width="360" height="440" fill="${ground}"/>${shapes.join('')}<rect x="138" y="352" width="360" height="106" fill="${dark(ground, 0.5)}"/><text x="318" y="398" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="34" fill="#fff">${lines[0]}</text><text x="318" y="436" text-anchor="middle" font-family="sans-serif" font-size="21" fill="#fff">${lines[1]}</text></svg>`,
  );
}

/** A person, from the shoulders up. @param {string} seed */
export function portrait(seed) {
  const { of, next, between } = chanceOf(seed);
  const skin = of(['#f0c8a4', '#dca97e', '#c68a5e', '#8d5b3c', '#f4d4b8']);
  const hair = of(['#2b211c', '#5b3a24', '#8a5a2f', '#b9a28a', '#3a3a3e', '#a8532c']);
  const coat = of(['#355b6d', '#7d3f36', '#3f6d54', '#4a3a5e', '#b98d3c', '#39423d']);
  const isLong = next() < 0.5;
  const back = isLong ? `<path d="M226 180c0-70 40-108 94-108s94 38 94 108v150H226z" fill="${hair}"/>` : '';
  const glasses =
    next() < 0.35
      ? '<circle cx="286" cy="202" r="23" fill="none" stroke="#333" stroke-width="5"/><circle cx="354" cy="202" r="23" fill="none" stroke="#333" stroke-width="5"/><path d="M309 200h22" stroke="#333" stroke-width="5"/>'
      : '';
  const beard =
    !isLong && next() < 0.5
      ? `<path d="M246 220c4 70 34 96 74 96s70-26 74-96c-20 34-40 34-74 34s-54 0-74-34z" fill="${hair}"/>`
      : '';
  return drawing(
    `${air}<circle cx="${n(between(80, 560))}" cy="110" r="150" fill="#fff" opacity=".12"/>${back}<path d="M120 ${HEIGHT}c6-90 60-130 140-140h120c80 10 134 50 140 140z" fill="${coat}"/><path d="M262 340l58 62 58-62-10-10h-96z" fill="#f4f0ea"/><path d="M286 280h68v54c-10 30-58 30-68 0z" fill="${dark(skin, 0.12)}"/><path d="M242 190c0-66 30-100 78-100s78 34 78 100c0 70-34 124-78 124s-78-54-78-124z" fill="${skin}"/>${beard}<path d="M236 196c-8-76 26-124 84-124s92 48 84 124c-10-34-24-58-44-70-30 16-70 18-92 6-16 14-26 34-32 64z" fill="${hair}"/><circle cx="288" cy="204" r="6" fill="#2b211c"/><circle cx="352" cy="204" r="6" fill="#2b211c"/><path d="M274 184q14-8 28 0M338 184q14-8 28 0" stroke="${dark(hair, 0.2)}" stroke-width="5" fill="none"/><path d="M318 208l-8 30h14" fill="none" stroke="${dark(skin, 0.25)}" stroke-width="4"/><path d="M294 264q26 18 52 0" fill="none" stroke="#8d4a3c" stroke-width="6" stroke-linecap="round"/>${glasses}`,
    sky(of(['#5f7d8c', '#8c7a5f', '#5f8c73', '#7a6a8c']), '#d9d3c6'),
  );
}

/** A company's house, with its sign. @param {string} seed @param {string} sign @param {'works' | 'shop' | 'kiln'} kind */
export function firm(seed, sign, kind) {
  const { of } = chanceOf(seed);
  const wall = of(['#d8cbb5', '#b96f4b', '#e6d6b8', '#a9b0ae']);
  const color = of(['#355b6d', '#7d3f36', '#3f6d54', '#4a3a5e']);
  const houses = {
    works: `<path d="M60 390V230l90-60v60l90-60v60l90-60v60l90-60v220z" fill="${wall}"/><path d="M430 390V110h60v280z" fill="${dark(wall, 0.25)}"/><path d="M460 100c-10-30 20-34 10-60M480 96c10-30 40-20 40-52" stroke="#fff" stroke-width="12" fill="none" opacity=".6"/><path d="M90 290h50v40H90zM170 290h50v40h-50zM250 290h50v40h-50z" fill="#54636b"/><path d="M330 300h70v90h-70z" fill="#4b4038"/>`,
    shop: `<path d="M130 390V120h380v270z" fill="${wall}"/><path d="M120 120h400l-16-22H136z" fill="#8b3f2c"/><path d="M164 150h50v56h-50zM296 150h50v56h-50zM428 150h50v56h-50z" fill="#54636b"/><path d="M156 290h140v100H156zM344 290h140v100H344z" fill="#6a7f88"/><path d="M146 262h348l16 34H130z" fill="${color}"/>`,
    kiln: `<path d="M110 390V250c60-20 140-20 200 0v140z" fill="${wall}"/><path d="M330 390V90h70v300z" fill="#a5523a"/><path d="M336 130h58M336 180h58M336 230h58" stroke="#7d3f2c" stroke-width="6"/><path d="M160 390v-70a50 50 0 0 1 100 0v70z" fill="#2b1d16"/><path d="M190 390v-50a20 26 0 0 1 40 0v50z" fill="#e2832f"/><path d="M420 390v-90h130v90z" fill="${dark(wall, 0.15)}"/>`,
  };
  return drawing(
    `${air}<path d="M0 330q320-60 640 0v60H0z" fill="#9ab48a"/>${houses[kind]}<path d="M0 388h640v92H0z" fill="#cfc6b6"/><rect x="150" y="404" width="340" height="54" rx="6" fill="${color}"/><text x="320" y="441" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="28" fill="#fff">${sign}</text>`,
    sky('#8fbfe0', '#eef3ee'),
  );
}
