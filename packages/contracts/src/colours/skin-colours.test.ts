import { expect, test } from 'vitest';
import { skinColours } from './skin-colours';

const skin = (hdBgColor: string, hdFontColor: string) => ({ hdBgColor, hdFontColor, imageType: 2 });

test('D2.42: the strip has the skin’s background and font colour', () => {
  expect(skinColours(skin('#1d3a40', '#ffffff'))).toEqual({ ground: '#1d3a40', ink: '#ffffff' });
});

test.each([
  ['too little contrast', skin('#29c885', '#ffffff')],
  ['the same colour', skin('#000000', '#000000')],
  ['no colour', skin('url(https://elsewhere.example)', '#ffffff')],
  ['no skin', null],
])('the page’s own colours where there is %s', (_, given) => {
  expect(skinColours(given)).toBeNull();
});
