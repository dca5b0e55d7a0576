import { expect, test } from 'vitest';
import { testEntry } from '../../../testing/contents';
import { cameraEntry, catalogueIn, isSameCatalogue, searchOf, withoutIdleCamera } from './catalogue';

const camera = testEntry({ id: 1, title: 'Find a tile', code: '/asset-recognition' });
const tiles = testEntry({ id: 2, title: 'Tiles', modelCode: 'TILES' });
const stones = testEntry({ id: 3, title: 'Stones', modelCode: 'STONES' });

test('D2.19: the camera is of the catalogue that the address names, else of its own entry, else of the first', () => {
  const menu = [camera, { ...testEntry({ id: 4 }), items: [tiles] }, stones];
  expect(catalogueIn(menu, { model: 'STONES' })?.id).toBe(3);
  expect(catalogueIn(menu, {})?.id).toBe(2);
  expect(catalogueIn([{ ...camera, modelCode: 'OWN' }, ...menu], {})?.modelCode).toBe('OWN');
  expect(cameraEntry(menu)?.title).toBe('Find a tile');
});

test('a catalogue that the menu does not have is none, and not another one', () => {
  expect(catalogueIn([camera, tiles], { model: 'GONE' })).toBeUndefined();
  expect(catalogueIn([camera], {})).toBeUndefined();
});

test('of two companies with the same code, the address can name one; without it is the first', () => {
  const [atelier, quarry] = ['ATELIER', 'QUARRY'].map((customerCode, at) => ({
    ...testEntry({ id: 5 + at, modelCode: 'TILES' }),
    modelCode: 'TILES',
    customerCode,
  }));
  if (!atelier || !quarry) throw new Error('two are needed');
  const menu = [camera, atelier, quarry];
  expect(searchOf(quarry)).toEqual({ model: 'TILES', customer: 'QUARRY' });
  expect(catalogueIn(menu, searchOf(quarry))?.id).toBe(6);
  expect(catalogueIn(menu, { model: 'TILES' })?.id).toBe(5);
  expect(catalogueIn(menu, { model: 'TILES', customer: 'GONE' })).toBeUndefined();
  expect([isSameCatalogue(atelier, { ...atelier }), isSameCatalogue(atelier, quarry)]).toEqual([true, false]);
});

test('a menu without a catalogue has no camera, on any level', () => {
  const parent = testEntry({ id: 7, title: 'More' });
  expect(withoutIdleCamera([{ ...parent, items: [camera] }, stones])).toEqual([{ ...parent, items: [camera] }, stones]);
  expect(withoutIdleCamera([{ ...parent, items: [camera] }, camera])).toEqual([{ ...parent, items: [] }]);
});
