import { expect, test } from 'vitest';
import { testEntry } from '../../../testing/contents';
import { cameraEntry, catalogueIn } from './catalogue';

const camera = testEntry({ id: 1, title: 'Find a tile', code: '/asset-recognition' });
const tiles = testEntry({ id: 2, title: 'Tiles', modelCode: 'TILES' });
const stones = testEntry({ id: 3, title: 'Stones', modelCode: 'STONES' });

test('D2.19: the camera is of the catalogue that the address names, else of its own entry, else of the first', () => {
  const menu = [camera, { ...testEntry({ id: 4 }), items: [tiles] }, stones];
  expect(catalogueIn(menu, 'STONES')?.id).toBe(3);
  expect(catalogueIn(menu, undefined)?.id).toBe(2);
  expect(catalogueIn([{ ...camera, modelCode: 'OWN' }, ...menu], undefined)?.modelCode).toBe('OWN');
  expect(cameraEntry(menu)?.title).toBe('Find a tile');
});

test('a catalogue that the menu does not have is none, and not another one', () => {
  expect(catalogueIn([camera, tiles], 'GONE')).toBeUndefined();
  expect(catalogueIn([camera], undefined)).toBeUndefined();
});
