import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@earth/contracts';
import { expect, test } from 'vitest';
import type { ShapeProperties } from '@earth/kml';
import { detailsOf, kindOf, PARK_FEATURES } from './shape-details';

const file = join(import.meta.dirname, '../../../../../../brands/earth/brand.json');
const earth = JSON.parse(readFileSync(file, 'utf8')) as Pick<Brand, 'discover'>;

const properties = (data: ShapeProperties['data'] = {}, name = ''): ShapeProperties => ({
  name,
  description: '',
  picture: null,
  data,
  style: {},
});

test.each([
  [13733, 'parks'],
  [13634, 'parks'],
  [13732, 'mobility'],
  [13635, 'mobility'],
  [13731, 'dogs'],
  [13636, 'dogs'],
  [1, 'other'],
])('D2.58: details depend on the id of the menu entry: %d is %s', (id, kind) => {
  expect(kindOf(earth.discover.maps.layers, id)).toBe(kind);
});

test('D3.39: properties of parks: name, location, link to the sheet, and features; 1 means present', () => {
  const data = {
    NOMEPARCO: 'Parco del Popolo',
    UBICAZIONE: 'Piazza della Vittoria',
    URLSCHEDA: 'https://town.example/parks/1',
    ILLUMINAZIONE: '1',
    GIOCO_BIMBI: '0',
    SPAZI_SPORT: '',
    RISTORO: ' 1 ',
    ARREDI: '2',
    ALBERI_PREGIO: '1',
  };
  const details = detailsOf(properties(data), 'parks');
  expect(details).toMatchObject({
    title: 'Parco del Popolo',
    line: 'Piazza della Vittoria',
    link: 'https://town.example/parks/1',
  });
  expect(details.features.map(({ name }) => name)).toEqual(PARK_FEATURES);
  expect(details.features.flatMap(({ name, isPresent }) => (isPresent ? [name] : []))).toEqual([
    'ILLUMINAZIONE',
    'RISTORO',
    'ALBERI_PREGIO',
  ]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://bank.example@evil.example/', 'parco.html', ''])(
  'ignores a link to «%s»',
  (URLSCHEDA) => {
    expect(detailsOf(properties({ URLSCHEDA }), 'parks').link).toBeNull();
  },
);

test('D3.40: properties of mobility: network and scope as title, type and class, context and more', () => {
  const data = {
    RETE_STRA: 'Rete principale',
    AMBITO: 'Urbano',
    TIPO: 'Viale',
    CLA_MOB: 'Scorrimento',
    CONTESTO: 'Centro',
    CLA_CDS: 'D',
    SEDE: 'Separata',
    MONO_BID: '<Null>',
  };
  expect(detailsOf(properties(data, 'Viale dei Mille'), 'mobility')).toMatchObject({
    title: 'Rete principale · Urbano',
    line: 'Viale dei Mille',
    facts: [
      { name: 'TIPO', value: 'Viale' },
      { name: 'CLA_MOB', value: 'Scorrimento' },
      { name: 'CONTESTO', value: 'Centro' },
      { name: 'CLA_CDS', value: 'D' },
      { name: 'SEDE', value: 'Separata' },
    ],
  });
  expect(detailsOf(properties({ AMBITO: 'Urbano' }), 'mobility').title).toBe('Urbano');
  expect(detailsOf(properties({}, 'Viale'), 'mobility')).toMatchObject({ title: 'Viale', line: null });
});

test('D3.41: properties of dog areas: park name, or the default title', () => {
  expect(detailsOf(properties({ PARCO: 'Parco Cervi', AREA_SGAMBAMENTO_CANI: '1' }), 'dogs')).toMatchObject({
    title: 'Parco Cervi',
    facts: [{ name: 'AREA_SGAMBAMENTO_CANI', value: '1' }],
  });
  expect(detailsOf(properties(), 'dogs')).toMatchObject({ title: null, facts: [] });
});

test('shows all properties of an unknown layer', () => {
  const data = { Height: '12 m', Empty: '', constructor: 'Rossi' };
  expect(detailsOf(properties(data, 'Tower'), 'other')).toMatchObject({
    title: 'Tower',
    others: [
      { name: 'Height', value: '12 m' },
      { name: 'constructor', value: 'Rossi' },
    ],
  });
  // Inherited properties of Object are none of the shape.
  expect(detailsOf(properties({}), 'parks').title).toBeNull();
});
