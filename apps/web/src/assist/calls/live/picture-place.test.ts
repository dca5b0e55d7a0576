import { expect, test } from 'vitest';
import { type Laid, placeInBox, spotAt } from './picture-place';

const film = { width: 640, height: 480 };
const phone = { width: 390, height: 844 };
const desk = { width: 900, height: 500 };

test('a contained picture has bars, which are outside it', () => {
  const laid: Laid = { box: desk, picture: film, fit: 'contain', isMirrored: false };
  // 666.7 px wide, in the middle of 900.
  expect(spotAt(laid, 100, 250)).toBeNull();
  expect(spotAt(laid, 450, 250)).toEqual({ x: 0.5, y: 0.5 });
  expect(placeInBox(laid, { x: 0, y: 1 })).toEqual({ x: expect.closeTo(116.67, 1), y: 500 });
});

test('a covering picture is cropped', () => {
  const laid: Laid = { box: phone, picture: film, fit: 'cover', isMirrored: false };
  expect(spotAt(laid, 195, 422)).toEqual({ x: 0.5, y: 0.5 });
  expect(spotAt(laid, 0, 0)).toEqual({ x: expect.closeTo(0.327, 3), y: 0 });
  expect(placeInBox(laid, { x: 0, y: 0 })?.x).toBeLessThan(0);
});

test('a mirrored picture swaps left and right', () => {
  const laid: Laid = { box: film, picture: film, fit: 'cover', isMirrored: true };
  expect(spotAt(laid, 160, 120)).toEqual({ x: 0.75, y: 0.25 });
  expect(placeInBox(laid, { x: 0.75, y: 0.25 })).toEqual({ x: 160, y: 120 });
});

test.each(['cover', 'contain'] as const)('converting a position there and back gives the same position (%s)', (fit) => {
  const laid: Laid = { box: phone, picture: film, fit, isMirrored: true };
  const spot = { x: 0.4, y: 0.6 };
  const place = placeInBox(laid, spot);
  expect(place && spotAt(laid, place.x, place.y)).toEqual({ x: expect.closeTo(0.4, 9), y: expect.closeTo(0.6, 9) });
});

test('there is no place before the first frame', () => {
  const laid: Laid = { box: phone, picture: { width: 0, height: 0 }, fit: 'cover', isMirrored: false };
  expect(spotAt(laid, 10, 10)).toBeNull();
  expect(placeInBox(laid, { x: 0.5, y: 0.5 })).toBeNull();
});
