import { expect, test } from 'vitest';
import { testContact } from '../../testing/people';
import { whomToRing } from './whom-to-ring';

const giulia = testContact({ name: 'Giulia Ferri' });
const paolo = testContact({ name: 'Paolo Neri' }, 'ADMIN');
const sara = testContact({ name: 'Sara Conti' }, 'ASSISTED');
const busy = testContact({ name: 'Marco Bassi', inCall: true });
const away = testContact({ name: 'Anna Villa', availability: 1 });

test('«Call for help» rings every available controller: operators and admins, who are there and free', () => {
  expect(whomToRing([away, busy, giulia, paolo, sara])).toEqual({ targets: [giulia, paolo], areFree: true });
});

test('where none is free all controllers are called, so that they see that help was wanted', () => {
  expect(whomToRing([away, busy, sara])).toEqual({ targets: [away, busy], areFree: false });
  expect(whomToRing([sara])).toEqual({ targets: [], areFree: false });
});

test('no more than one call takes', () => {
  const many = Array.from({ length: 60 }, () => testContact());
  expect(whomToRing(many).targets).toHaveLength(50);
});
