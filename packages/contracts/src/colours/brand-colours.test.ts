import { expect, test } from 'vitest';
import { coloursFrom, unreadableOf } from './brand-colours';

test.each(['#29c885', '#000000', '#ffffff', '#ffe000', '#7a7a7a', '#0b3d91', '#111815', '#767676'])(
  'from the main colour %s all others are made, and each can be read where it stands',
  (main) => {
    const colours = coloursFrom(main);
    expect([colours.brand, unreadableOf(colours)]).toEqual([main, null]);
  },
);

test('says which colour cannot be read', () => {
  const colours = coloursFrom('#29c885');
  expect(unreadableOf({ ...colours, brandInk: '#ffffff' })).toBe('brandInk');
  expect(unreadableOf({ ...colours, accentDark: '#222222' })).toBe('accentDark');
});
