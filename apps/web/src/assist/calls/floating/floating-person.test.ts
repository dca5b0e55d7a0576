import { expect, test } from 'vitest';
import { testPerson } from '../../../testing/calls';
import { testContact } from '../../../testing/people';
import { floatingPerson } from './floating-person';

const sending = { stream: new MediaStream() };
const operator = testPerson({ ...sending, contact: testContact({ name: 'Giulia Ferri' }) });
const fieldUser = testPerson({ ...sending, contact: testContact({ name: 'Luca Moretti' }, 'ASSISTED') });

test('a shared screen floats first, then the field user’s picture, then any other', () => {
  expect(floatingPerson([operator])).toBe(operator);
  expect(floatingPerson([operator, fieldUser])).toBe(fieldUser);
  const showing = { ...operator, isScreen: true };
  expect(floatingPerson([fieldUser, showing])).toBe(showing);
});

test('nobody floats who sends no picture: the next one does', () => {
  const dark = { ...fieldUser, hasVideo: false };
  expect(floatingPerson([dark, operator])).toBe(operator);
  expect(floatingPerson([dark])).toBeNull();
  expect(floatingPerson([{ ...fieldUser, stream: null }])).toBeNull();
  // The foreground of an AR camera is colour and mask side by side.
  expect(floatingPerson([{ ...fieldUser, isAr: true }])).toBeNull();
  expect(floatingPerson([{ ...fieldUser, state: 'ringing' }])).toBeNull();
});
