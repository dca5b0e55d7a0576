import { expect, test } from 'vitest';
import { testProfile } from '../../../testing/people';
import { offersAr } from './offers-ar';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const luca = testProfile();
const offer = { me: luca, arEnabled: true, userAgent: desktop, isTouch: false };

test('A5.8: AR is offered to assisted users at a desktop, if its setting is on', () => {
  expect(offersAr(offer)).toBe(true);
  // A laptop with a touch screen.
  expect(offersAr({ ...offer, isTouch: true })).toBe(true);
  expect(offersAr({ ...offer, arEnabled: false })).toBe(false);
  expect(offersAr({ ...offer, me: testProfile({}, 'OPERATOR') })).toBe(false);
});

test('A5.8: AR is never offered on Android and iOS', () => {
  const agents = [
    'Mozilla/5.0 (Linux; Android 16; Pixel 7) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    // An iPad.
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
  ];
  for (const userAgent of agents) expect(offersAr({ ...offer, userAgent, isTouch: true })).toBe(false);
});
