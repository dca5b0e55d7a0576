/** Every picture that is made by rule, by the name of its file. */
import * as tiles from './tiles.mjs';

/** @type {Record<string, () => string>} */
export const catalogue = {
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
};
