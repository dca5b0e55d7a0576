/** What visitors find on a new server: a small museum, a town with its parks, the tiles of a maker. In both languages. */
import { ContentView } from '@earth/contracts';

type Words = readonly [title: string, descr: string];

interface DemoCategory {
  readonly key: string;
  readonly code?: string;
  readonly view?: number;
  /** A picture under `demo/`, without its ending. */
  readonly picture?: string;
  readonly en: Words;
  readonly it: Words;
}

/** The menu, in its order. */
export const demoCategories: readonly DemoCategory[] = [
  { key: 'home', code: '/earth', en: ['Explore', ''], it: ['Esplora', ''] },
  {
    key: 'museum',
    picture: 'gallery-hall',
    en: ['City museum', 'Bronzes, vases and a floor of a bath'],
    it: ['Museo civico', 'Bronzi, vasi e il pavimento di una terma'],
  },
  {
    key: 'walks',
    view: ContentView.itinerary,
    picture: 'town-square',
    en: ['Itineraries', 'Walks through the town'],
    it: ['Itinerari', 'Passeggiate in città'],
  },
  {
    key: 'parks',
    view: ContentView.place,
    picture: 'park',
    en: ['Parks', 'Shade, games and water'],
    it: ['Parchi', 'Ombra, giochi e acqua'],
  },
  {
    key: 'tiles',
    // The menu of a build names entries by their addresses.
    code: '/tiles',
    picture: 'tile-terrazzo-warm',
    en: ['Tiles', 'Terrazzo, marble, wood and cotto'],
    it: ['Piastrelle', 'Terrazzo, marmo, legno e cotto'],
  },
  { key: 'saved', code: '/preferiti', en: ['Saved', ''], it: ['Salvati', ''] },
  { key: 'contact', code: '/contact', en: ['Write to us', ''], it: ['Scrivici', ''] },
];

interface DemoBrand {
  readonly key: string;
  readonly company: string;
  readonly name: string;
  readonly background: string;
  readonly font: string;
}

export const demoBrands: readonly DemoBrand[] = [
  { key: 'museum', company: 'DEMO', name: 'City museum', background: '#1d3a40', font: '#ffffff' },
  { key: 'town', company: 'DEMO', name: 'The town', background: '#2c5a34', font: '#ffffff' },
  { key: 'tiles', company: 'TILES', name: 'Tiles & Co.', background: '#3a332d', font: '#ffffff' },
];

export interface DemoContent {
  readonly key: string;
  readonly category: string;
  readonly brand: string;
  readonly view?: number;
  readonly picture: string;
  readonly place?: readonly [lat: number, long: number];
  readonly price?: number;
  readonly phone?: string;
  readonly email?: string;
  /** The keys of what it is related to, in order. */
  readonly related?: readonly string[];
  readonly en: Words;
  readonly it: Words;
}

const museum = { category: 'museum', brand: 'museum', email: 'museum@demo.example', phone: '333 123 4567' } as const;
const park = { category: 'parks', brand: 'town', view: ContentView.place } as const;
const tile = { category: 'tiles', brand: 'tiles', email: 'showroom@tiles.example' } as const;

/** The first one is the newest. */
export const demoContents: readonly DemoContent[] = [
  {
    ...museum,
    key: 'ruler',
    picture: 'bronze-head',
    place: [44.6983, 10.6302],
    en: [
      'Head of a young ruler',
      'Bronze, 2nd century BC\n\nThe band in his hair says king; the face says a boy of fifteen. He was cast hollow, in seven pieces, and pulled from the river in 1931.\n\nThe eyes are of ivory and glass, set from outside and held by a thin leaf of copper for the lashes.',
    ],
    it: [
      'Testa di giovane sovrano',
      'Bronzo, II secolo a.C.\n\nLa benda tra i capelli dice re; il viso dice un ragazzo di quindici anni. Fu fuso cavo, in sette pezzi, e tirato fuori dal fiume nel 1931.\n\nGli occhi sono di avorio e vetro, inseriti da fuori e tenuti da una sottile foglia di rame che fa da ciglia.',
    ],
  },
  {
    ...museum,
    key: 'amphora',
    picture: 'amphora',
    place: [44.6983, 10.6302],
    en: [
      'Amphora with a rider',
      'Black figure, 540 BC\n\nIt held oil, the prize of a race. The rider has no reins: the painter scratched them in, and eighty generations of hands have worn them away.',
    ],
    it: [
      'Anfora con cavaliere',
      'Figure nere, 540 a.C.\n\nConteneva olio, il premio di una corsa. Il cavaliere non ha redini: il pittore le aveva graffite, e le mani di ottanta generazioni le hanno consumate.',
    ],
  },
  {
    ...museum,
    key: 'mosaic',
    picture: 'mosaic',
    place: [44.6983, 10.6302],
    en: [
      'Mosaic of the two fish',
      'Floor of a bath, 3rd century\n\nUnder a hand of warm water the fish seemed to swim. The stones are no larger than a fingernail; the blue ones are glass and came by ship.',
    ],
    it: [
      'Mosaico dei due pesci',
      'Pavimento di una terma, III secolo\n\nSotto un palmo di acqua tiepida i pesci sembravano nuotare. Le tessere sono grandi come un’unghia; quelle azzurre sono di vetro e arrivavano per nave.',
    ],
  },
  {
    ...museum,
    key: 'temple',
    picture: 'temple',
    place: [44.6983, 10.6302],
    en: [
      'Model of the temple',
      'Limestone and cork, 1820\n\nMade for a traveller who wanted to take the temple home. It comes apart in four layers, so that one can look inside.',
    ],
    it: [
      'Modello del tempio',
      'Calcare e sughero, 1820\n\nFatto per un viaggiatore che voleva portarsi a casa il tempio. Si smonta in quattro strati, per guardarci dentro.',
    ],
  },
  {
    ...museum,
    key: 'square',
    picture: 'town-square',
    place: [44.6975, 10.6311],
    en: [
      'The square in 1890',
      'Hand-coloured print\n\nThe tower is still there; the plane trees are not. The print was sold to those who came for the horse fair.',
    ],
    it: [
      'La piazza nel 1890',
      'Stampa colorata a mano\n\nLa torre c’è ancora; i platani no. La stampa si vendeva a chi veniva per la fiera dei cavalli.',
    ],
  },
  {
    ...museum,
    key: 'map',
    picture: 'town-map',
    en: [
      'Plan of the town',
      'Ink on paper, 1780\n\nDrawn for the tax on windows: each house has its number of them written into its roof.',
    ],
    it: [
      'Pianta della città',
      'Inchiostro su carta, 1780\n\nDisegnata per la tassa sulle finestre: ogni casa ne ha il numero scritto sul tetto.',
    ],
  },
  {
    key: 'walk-parks',
    category: 'walks',
    brand: 'town',
    view: ContentView.itinerary,
    picture: 'park-23',
    related: ['park-river', 'park-hill', 'park-school', 'park-lake'],
    en: [
      'Four parks in an hour',
      'A walk of 3.5 km, flat, in the shade\n\nFrom the river up to the hill and back by the lake. There is water to drink in each of the parks.',
    ],
    it: [
      'Quattro parchi in un’ora',
      'Una passeggiata di 3,5 km, in piano, all’ombra\n\nDal fiume su fino al colle e ritorno lungo il lago. In ogni parco c’è una fontana.',
    ],
  },
  {
    key: 'walk-old',
    category: 'walks',
    brand: 'town',
    view: ContentView.itinerary,
    picture: 'hills',
    related: ['park-hill', 'park-river'],
    en: [
      'The town from above',
      'A walk of 2 km, uphill\n\nUp to the hill park for the view in the evening, and down along the river.',
    ],
    it: [
      'La città dall’alto',
      'Una passeggiata di 2 km, in salita\n\nSu al parco del colle per la vista della sera, e giù lungo il fiume.',
    ],
  },
  {
    ...park,
    key: 'park-river',
    picture: 'park',
    place: [44.7012, 10.6284],
    en: ['River park', 'Old poplars along the water, tables in the shade, a slope for prams. Open day and night.'],
    it: [
      'Parco del fiume',
      'Vecchi pioppi lungo l’acqua, tavoli all’ombra, una discesa per le carrozzine. Aperto giorno e notte.',
    ],
  },
  {
    ...park,
    key: 'park-hill',
    picture: 'park-11',
    place: [44.6941, 10.6355],
    en: ['Hill park', 'A meadow with a view of the roofs and, on clear days, of the mountains. Benches look west.'],
    it: [
      'Parco del colle',
      'Un prato con vista sui tetti e, nei giorni limpidi, sulle montagne. Le panchine guardano a ovest.',
    ],
  },
  {
    ...park,
    key: 'park-school',
    picture: 'park-37',
    place: [44.6969, 10.6247],
    en: ['School garden', 'Swings, a sand pit and the only slide in town that is dry after rain: it has a roof.'],
    it: [
      'Giardino della scuola',
      'Altalene, una sabbiera e l’unico scivolo in città asciutto dopo la pioggia: ha un tetto.',
    ],
  },
  {
    ...park,
    key: 'park-lake',
    picture: 'park-23',
    place: [44.7034, 10.6331],
    en: ['Lake park', 'A path of 1.2 km around the water. Dogs run free in the fenced meadow on the north side.'],
    it: [
      'Parco del lago',
      'Un sentiero di 1,2 km attorno all’acqua. Sul lato nord i cani corrono liberi nel prato recintato.',
    ],
  },
  ...(
    [
      [
        'terrazzo-warm',
        38,
        'Terrazzo warm',
        'Terrazzo caldo',
        '60 × 60 cm, matt, for indoors and out',
        '60 × 60 cm, opaca, per interni ed esterni',
      ],
      [
        'terrazzo-grey',
        38,
        'Terrazzo grey',
        'Terrazzo grigio',
        '60 × 60 cm, matt, for indoors and out',
        '60 × 60 cm, opaca, per interni ed esterni',
      ],
      [
        'terrazzo-night',
        41,
        'Terrazzo night',
        'Terrazzo notte',
        '60 × 60 cm, honed, for indoors',
        '60 × 60 cm, levigata, per interni',
      ],
      [
        'marble-white',
        54,
        'Marble white',
        'Marmo bianco',
        '60 × 120 cm, polished, for walls and floors',
        '60 × 120 cm, lucida, per pareti e pavimenti',
      ],
      [
        'marble-grey',
        54,
        'Marble grey',
        'Marmo grigio',
        '60 × 120 cm, polished, for walls and floors',
        '60 × 120 cm, lucida, per pareti e pavimenti',
      ],
      [
        'marble-green',
        62,
        'Marble green',
        'Marmo verde',
        '60 × 120 cm, polished, for walls',
        '60 × 120 cm, lucida, per pareti',
      ],
      [
        'marble-black',
        62,
        'Marble black',
        'Marmo nero',
        '60 × 120 cm, polished, for walls',
        '60 × 120 cm, lucida, per pareti',
      ],
      [
        'wood-oak',
        33,
        'Wood oak',
        'Legno rovere',
        '20 × 120 cm, with the grain to be felt',
        '20 × 120 cm, con la venatura al tatto',
      ],
      [
        'wood-ash',
        33,
        'Wood ash',
        'Legno frassino',
        '20 × 120 cm, with the grain to be felt',
        '20 × 120 cm, con la venatura al tatto',
      ],
      [
        'wood-walnut',
        36,
        'Wood walnut',
        'Legno noce',
        '20 × 120 cm, with the grain to be felt',
        '20 × 120 cm, con la venatura al tatto',
      ],
      [
        'hex-cotto',
        45,
        'Hexagon cotto',
        'Esagono cotto',
        '21 × 18 cm, warm underfoot',
        '21 × 18 cm, calda sotto i piedi',
      ],
      [
        'hex-sage',
        45,
        'Hexagon sage',
        'Esagono salvia',
        '21 × 18 cm, for kitchens and baths',
        '21 × 18 cm, per cucine e bagni',
      ],
      [
        'hex-ink',
        45,
        'Hexagon ink',
        'Esagono inchiostro',
        '21 × 18 cm, for kitchens and baths',
        '21 × 18 cm, per cucine e bagni',
      ],
    ] as const
  ).map(([name, price, en, it, enLine, itLine]) => ({
    ...tile,
    key: name,
    picture: `tile-${name}`,
    price,
    en: [en, `${enLine}\n\nPorcelain stoneware. The price is for a square metre.`] as const,
    it: [it, `${itLine}\n\nGres porcellanato. Il prezzo è al metro quadrato.`] as const,
  })),
];
