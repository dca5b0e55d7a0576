import { expect, test } from 'vitest';
import { testContact } from '../../testing/people';
import { whomToRing } from './whom-to-ring';

const free = testContact();
const busy = testContact({ inCall: true });
const away = testContact({ availability: 1 });
const admin = testContact({}, 'ADMIN');
const fieldUser = testContact({}, 'ASSISTED');

test('every free controller rings, and nobody else', () => {
  expect(whomToRing([free, busy, away, admin, fieldUser])).toEqual({ targets: [free, admin], areFree: true });
});

test('with nobody free all controllers are called: they see it later', () => {
  expect(whomToRing([busy, away, fieldUser])).toEqual({ targets: [busy, away], areFree: false });
});
