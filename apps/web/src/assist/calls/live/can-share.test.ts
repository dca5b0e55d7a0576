import { expect, test } from 'vitest';
import { canShareScreen } from './can-share';

const able = { getDisplayMedia: () => undefined };

test.each([
  ['a controller at a desk', true, false, able, true],
  ['a controller at a tablet whose browser can', true, true, able, true],
  ['a field user at a desk', false, false, able, true],
  ['a field user with a phone', false, true, able, false],
  ['a controller whose browser cannot', true, false, {}, false],
  ['a page that is not served safely', true, false, undefined, false],
])('%s', (_, isController, isTouch, devices, expected) => {
  expect(canShareScreen({ isController, isTouch, devices })).toBe(expected);
});
