/** Every picture that is made by rule, by the name of its file. */
import { near } from './laid.mjs';
import * as museum from './museum.mjs';
import * as tiles from './tiles.mjs';
import * as town from './town.mjs';

/** @param {string} prefix @param {Record<string, () => string>} drawings */
const rule = (prefix, drawings) =>
  Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [`${prefix}${name}`, draw]));

const people = [
  'curator',
  'guide',
  'restorer',
  'archivist',
  'gardener',
  'ranger',
  'baker',
  'showroom',
  'designer',
  'layer',
  'chemist',
  'export',
  'teacher',
  'bookseller',
];

/** @type {Record<string, () => string>} */
const whole = {
  'tile-terrazzo-sand': () => tiles.terrazzo('sand', ['#e3d5bd', '#b98d5c', '#8c6a45', '#f4ecdd', '#c9b291']),
  'tile-terrazzo-sage': () => tiles.terrazzo('sage', ['#cfd8c8', '#7d9477', '#4f6650', '#eef2ea', '#b79f78']),
  'tile-terrazzo-rose': () => tiles.terrazzo('rose', ['#ead2cb', '#b5695c', '#8a4840', '#f6ebe6', '#6d6660']),
  'tile-terrazzo-ochre': () => tiles.terrazzo('ochre', ['#d9b36b', '#8f5f22', '#f0dcae', '#5a4a35', '#b97f34']),
  'tile-terrazzo-sky': () => tiles.terrazzo('sky', ['#cddbe2', '#6f93a8', '#3f5f76', '#f1f5f7', '#c2a98c']),
  'tile-marble-gold': () => tiles.marble('gold', ['#f1eee8', '#a9a49b', '#c59a4c']),
  'tile-marble-rose': () => tiles.marble('rose marble', ['#e2bfae', '#a3614d', '#f3e3d8']),
  'tile-marble-blue': () => tiles.marble('blue', ['#3d5a73', '#d7e2ea', '#c7a66a']),
  'tile-marble-brown': () => tiles.marble('brown', ['#5b4030', '#d8bb97', '#efe2cf']),
  'tile-marble-onyx': () => tiles.marble('onyx', ['#e0b877', '#a56b2c', '#fff3d6']),
  'tile-marble-travertine': () => tiles.marble('travertine', ['#dccbae', '#b79d77', '#93795a']),
  'tile-wood-larch': () => tiles.wood('larch', ['#cf9b68', '#93602f']),
  'tile-wood-white': () => tiles.wood('white', ['#e7e1d6', '#b3a793']),
  'tile-wood-smoked': () => tiles.wood('smoked', ['#5a4636', '#2d2119']),
  'tile-wood-chestnut': () => tiles.wood('chestnut', ['#9a5f38', '#5b3118']),
  'tile-wood-driftwood': () => tiles.wood('driftwood', ['#a9a59c', '#6e6a62']),
  'tile-hex-snow': () => tiles.hexagon('snow', ['#f0efec', '#b9b5ad']),
  'tile-hex-ochre': () => tiles.hexagon('ochre hex', ['#d2a04a', '#efe4cc']),
  'tile-hex-sea': () => tiles.hexagon('sea', ['#4f8a93', '#dfe9e8']),
  'tile-cotto-brick': () => tiles.pieces('brick', ['#b5603c', '#d9c8b2'], { width: 160, height: 60, shift: 0.5 }),
  'tile-cotto-straw': () => tiles.pieces('straw', ['#d8b27a', '#ece0cb'], { width: 128, height: 120, shift: 0 }),
  'tile-cotto-rose': () =>
    tiles.pieces('cotto rose', ['#cf8f78', '#efe1d4'], { width: 213.3, height: 160, shift: 0.5 }),
  'tile-cotto-dark': () => tiles.pieces('dark', ['#7a4030', '#b9a48d'], { width: 128, height: 120, shift: 0.5 }),
  'tile-cotto-herringbone': () => tiles.herringbone('herringbone', ['#b96a45', '#e0cfb9']),
  'tile-cement-star': () => tiles.encaustic('cement-star', ['#efe8da', '#355b6d', '#c9843f']),
  'tile-cement-lily': () => tiles.encaustic('cement-lily', ['#f1ece2', '#8e3b34', '#3c4a44']),
  'tile-cement-wave': () => tiles.encaustic('cement-wave', ['#eef0ea', '#4f8a93', '#23495a']),
  'tile-cement-diamond': () => tiles.encaustic('cement-diamond', ['#e9e2d2', '#39423d', '#c9a24f']),
  'tile-cement-petals': () => tiles.encaustic('cement-petals', ['#f3e7d8', '#5f7d62', '#b5603c']),
  'tile-cement-checker': () => tiles.encaustic('cement-checker', ['#f2efe8', '#26292b', '#9a8f7d']),
  'tile-cement-ribbon': () => tiles.encaustic('cement-ribbon', ['#e6ddca', '#a8563d', '#e2b65e']),
  'tile-cement-garden': () => tiles.encaustic('cement-garden', ['#f4efe3', '#3f6d54', '#c05b4a']),
  'tile-concrete-ash': () => tiles.cast('ash', ['#a9abaa', '#8b8e8d']),
  'tile-concrete-chalk': () => tiles.cast('chalk', ['#e4e1da', '#c9c4ba']),
  'tile-concrete-anthracite': () => tiles.cast('anthracite', ['#43474a', '#2c2f31']),
  'tile-concrete-clay': () => tiles.cast('clay', ['#b8957d', '#97745d']),
  'tile-slate-night': () => tiles.slate('night', ['#2f3539', '#4b545a']),
  'tile-slate-moss': () => tiles.slate('moss', ['#465049', '#6d7a68']),
  'tile-slate-rust': () => tiles.slate('rust', ['#5a4b44', '#9b6a47']),
  'tile-glazed-pearl': () =>
    tiles.pieces('pearl', ['#e9e6dd', '#cfcabf'], { width: 80, height: 80, shift: 0, gloss: true }),
  'tile-glazed-bottle': () =>
    tiles.pieces('bottle', ['#1f5a47', '#b9c4bb'], { width: 160, height: 53.3, shift: 0.5, gloss: true }),
  'tile-glazed-cobalt': () =>
    tiles.pieces('cobalt', ['#27479a', '#c8cdd8'], { width: 80, height: 80, shift: 0, gloss: true }),
  'tile-glazed-coral': () =>
    tiles.pieces('coral', ['#d9705c', '#f0ddd4'], { width: 160, height: 53.3, shift: 0.5, gloss: true }),
  'tile-glazed-honey': () =>
    tiles.pieces('honey', ['#d59a34', '#eee2c8'], { width: 64, height: 120, shift: 0.5, gloss: true }),
  'tile-mosaic-penny': () => tiles.penny('penny', ['#eceae4', '#a7a9a6', '#3c4a52']),
  'tile-mosaic-mint': () => tiles.penny('mint', ['#a9c9b8', '#eef2ee', '#5d8f7c']),
  'tile-mosaic-scales': () => tiles.scales('scales', ['#2f6f86', '#e4ebea', '#7fb6b4']),
  ...rule('museum-', {
    krater: () =>
      museum.vessel(
        '#6d7a7d',
        '#b4582a',
        [
          [128, 0],
          [120, 20],
          [96, 60],
          [110, 130],
          [104, 190],
          [60, 250],
          [30, 276],
          [64, 300],
        ],
        { bands: [36, 70, 150, 180], handles: true },
      ),
    lekythos: () =>
      museum.vessel(
        '#7a6f66',
        '#d9c8a8',
        [
          [34, 0],
          [30, 14],
          [15, 34],
          [15, 90],
          [66, 120],
          [70, 190],
          [56, 260],
          [22, 300],
          [46, 320],
        ],
        { bands: [122, 146, 270], paint: '#33211a' },
      ),
    hydria: () =>
      museum.vessel(
        '#56646b',
        '#2f2a28',
        [
          [58, 0],
          [40, 18],
          [36, 60],
          [104, 120],
          [108, 180],
          [70, 250],
          [34, 290],
          [60, 310],
        ],
        { bands: [108, 190], paint: '#b4582a', handles: true },
      ),
    glass: () =>
      museum.vessel(
        '#4a5a5e',
        '#7fb6a4',
        [
          [46, 0],
          [22, 12],
          [17, 30],
          [19, 110],
          [84, 170],
          [92, 220],
          [60, 264],
        ],
        { opacity: 0.86 },
      ),
    bowl: () =>
      museum.vessel(
        '#6b5a50',
        '#8a2f2a',
        [
          [150, 0],
          [146, 26],
          [120, 70],
          [70, 104],
          [46, 112],
          [52, 130],
        ],
        { bands: [12, 44] },
      ),
    urn: () =>
      museum.vessel(
        '#77716a',
        '#6d5a48',
        [
          [60, 0],
          [70, 16],
          [62, 40],
          [118, 110],
          [122, 160],
          [74, 240],
          [50, 262],
        ],
        { bands: [60, 92, 150], paint: '#e4d6bd' },
      ),
    majolica: () =>
      museum.vessel(
        '#51606a',
        '#ece6d6',
        [
          [52, 0],
          [44, 20],
          [50, 50],
          [96, 100],
          [104, 180],
          [80, 240],
          [66, 262],
        ],
        { bands: [56, 84, 130, 200], paint: '#27479a' },
      ),
    albarello: () =>
      museum.vessel(
        '#6a5f54',
        '#f0e9da',
        [
          [62, 0],
          [54, 14],
          [76, 34],
          [64, 110],
          [64, 150],
          [78, 226],
          [60, 246],
        ],
        { bands: [48, 120, 210], paint: '#3f6d54' },
      ),
    'coin-owl': () => museum.coin('#3f4a50', '#b9bcc0', 'owl'),
    'coin-head': () => museum.coin('#4a4038', '#c9993f', 'head'),
    'coin-ear': () => museum.coin('#44504a', '#b9a06a', 'ear'),
    'coin-wheel': () => museum.coin('#4a4550', '#a8744a', 'wheel'),
    'view-evening': () => museum.landscape('evening', ['#e8b98a', '#8a7a94', '#4a4a3c'], '#6b3a3e'),
    'view-river': () => museum.landscape('river', ['#b9d3e0', '#8fae9c', '#5b7a48'], '#3f5a54'),
    'view-winter': () => museum.landscape('winter', ['#d6dde2', '#b9c3c9', '#8a9298'], '#4a4f5e'),
    'view-storm': () => museum.landscape('storm', ['#6d7a88', '#4f5f5a', '#3a4a36'], '#7a6a4a'),
    'still-plums': () => museum.stillLife('plums', '#d9d0bf', '#5a4a44'),
    'still-lemons': () => museum.stillLife('lemons', '#7d3f36', '#44544e'),
    ammonite: () => museum.ammonite('#5a6468', '#a8855c'),
    amethyst: () => museum.crystals('amethyst', '#4a4a54', '#8a63b0'),
    quartz: () => museum.crystals('quartz', '#51585a', '#cfd8da'),
    'cloth-red': () => museum.textile('red', ['#8e2f2c', '#e6d6b8', '#d9a441', '#2f4a58']),
    'cloth-indigo': () => museum.textile('indigo', ['#2c3f66', '#e8e2d2', '#b5603c', '#8fae9c']),
    stele: () => museum.inscription('#6a6a60', '#d2c8b4', ['DIS MANIBVS', 'LVCIAE', 'TEXTRICI', 'FILII', 'FECERVNT']),
    milestone: () => museum.inscription('#5f6a64', '#c3bba9', ['CAESAR', 'VIAM', 'AEMILIAM', 'REFECIT', 'M P XXVII']),
    sword: () =>
      museum.lying(
        '#4f5a60',
        '#8fa39a',
        '<path d="M-210 -6L120 -16v32L-210 6l-30-6z"/><path d="M120-44h18v88h-18zM138-12h70v24h-70z"/><circle cx="222" cy="0" r="20"/>',
      ),
    key: () =>
      museum.lying(
        '#5e5348',
        '#b08a4a',
        '<path d="M-70-9h230v18H-70z"/><path d="M110 9h16v40h-16zM138 9h18v52h-18z"/><circle cx="-120" cy="0" r="52" fill="none" stroke-width="20" stroke="#b08a4a"/>',
      ),
    fibula: () =>
      museum.lying(
        '#54606a',
        '#c9993f',
        '<path d="M-170 10C-120-90 40-110 140-30l40 34-14 14C60-40-60-30-120 26z"/><path d="M-180 26h350" stroke-width="9"/><circle cx="-160" cy="14" r="26"/>',
      ),
    spoon: () =>
      museum.lying(
        '#665a60',
        '#c3c7ca',
        '<path d="M-40-7h240l24 7-24 7H-40z"/><ellipse cx="-110" cy="0" rx="76" ry="40"/>',
      ),
    'room-vases': () => museum.room('vases', '#a85a44'),
    'room-coins': () => museum.room('coins', '#4f6a66'),
    'room-paintings': () => museum.room('paintings', '#7a3f46'),
    'room-stones': () => museum.room('stones', '#c9bda6'),
    'room-nature': () => museum.room('nature', '#7d8f62'),
    'room-cloth': () => museum.room('cloth', '#4a5676'),
  }),
  ...rule('town-', {
    tower: () => town.street('tower', 'tower'),
    dome: () => town.street('dome', 'dome'),
    fountain: () => town.street('fountain', 'fountain'),
    bridge: () => town.street('bridge', 'bridge'),
    theatre: () => town.street('theatre', 'theatre', true),
    station: () => town.street('station', 'station'),
    market: () => town.street('market', 'market'),
    well: () => town.street('well', 'well'),
    arcades: () => town.street('arcades', ''),
    lane: () => town.street('lane by night', '', true),
    'park-poplars': () => town.park('poplars', ['#5f8c46', '#8fb860'], 'path'),
    'park-pond': () => town.park('pond', ['#4f8a5a', '#86b06a'], 'pond'),
    'park-swing': () => town.park('swing', ['#7aa04a', '#9cc06a'], 'swing'),
    'park-dogs': () => town.park('dogs', ['#6a8f4a', '#a3b86a'], 'dogs'),
    'park-roses': () => town.park('roses', ['#4a7a50', '#7fae62'], 'roses'),
    'park-snow': () => town.park('snow', ['#8a9a92', '#dfe6e8'], 'snow'),
    'park-autumn': () => town.park('autumn', ['#c9853a', '#a8a05a'], 'path'),
    'poster-horses': () =>
      town.poster('horses', ['#b5603c', '#f0dcae', '#39423d', '#8a2f2a'], ['FIERA', 'cavalli e mestieri']),
    'poster-jazz': () => town.poster('jazz', ['#27395e', '#d9a441', '#e8e2d2', '#c0506a'], ['JAZZ', 'nel chiostro']),
    'poster-books': () =>
      town.poster('books', ['#e6d6b8', '#3f6d54', '#b5423a', '#355b6d'], ['LIBRI', 'sotto i portici']),
    'poster-film': () =>
      town.poster('film', ['#2b2622', '#e8e2d2', '#b98d3c', '#7d3f36'], ['CINEMA', 'al parco del fiume']),
    'poster-run': () =>
      town.poster('run', ['#4f8a93', '#f3e4d8', '#d9705c', '#23495a'], ['10 km', 'dal ponte al colle']),
    'poster-bread': () =>
      town.poster('bread', ['#d9b36b', '#8f5f22', '#f4ecdd', '#5a4a35'], ['PANE', 'festa dei forni']),
    'poster-stars': () =>
      town.poster('stars', ['#1d2440', '#f0dcae', '#6f93a8', '#b9a0d0'], ['STELLE', 'notte d’agosto']),
    'poster-lights': () => town.poster('lights', ['#7d2f46', '#e2b65e', '#f3e4d8', '#3a2a4a'], ['LUCI', 'in piazza']),
  }),
  ...rule('face-', Object.fromEntries(people.map((name) => [name, () => town.portrait(name)]))),
  ...rule('firm-', {
    kilns: () => town.firm('kilns', 'FORNACI RIVA', 'kiln'),
    glazes: () => town.firm('glazes', 'SMALTI NOVA', 'works'),
    presses: () => town.firm('presses', 'PRESSE BONDI', 'works'),
    stone: () => town.firm('stone', 'MARMI VERDI', 'works'),
    printer: () => town.firm('printer', 'TIPOGRAFIA DUCALE', 'shop'),
    baker: () => town.firm('baker', 'FORNO LUNGO', 'shop'),
    bicycles: () => town.firm('bicycles', 'CICLI PEDALE', 'shop'),
    restorers: () => town.firm('restorers', 'BOTTEGA ORO', 'shop'),
    pumps: () => town.firm('pumps', 'POMPE ARNO', 'works'),
    bookshop: () => town.firm('bookshop', 'LIBRERIA DEL PORTICO', 'shop'),
  }),
};

/** What stands and hangs in the museum can be looked at from near. */
const nearer = Object.entries(whole).filter(([name]) => name.startsWith('museum-') && !name.startsWith('museum-room-'));

/** @type {Record<string, () => string>} */
export const catalogue = {
  ...whole,
  ...Object.fromEntries(nearer.map(([name, draw]) => [`${name}-near`, () => near(draw())])),
};
