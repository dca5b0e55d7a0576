import type { Person } from '@earth/calls';
import type { RoleCode } from '@earth/contracts';
import { expect, test } from 'vitest';
import { testPerson } from '../../../testing/calls';
import { testContact } from '../../../testing/people';
import { canTake, choosePictures, type Picture, snapshotOf } from './main-picture';

const picture = {} as MediaStream;

const person = (name: string, code: RoleCode, more: Partial<Person> = {}): Person =>
  testPerson({ contact: testContact({ uniqueId: name, name }, code), stream: picture, ...more });

const shown = { videoOn: true, stream: picture, isScreen: false };
const hidden = { videoOn: false, stream: picture, isScreen: false };
const nameOf = (each: Picture | null) => (each?.of === 'person' ? each.person.contact.name : (each?.of ?? null));
const namesOf = (all: readonly Picture[]) => all.map(nameOf);

test('the field user’s camera fills both screens of a call of two', () => {
  const atTheDesk = choosePictures({ people: [person('Luca', 'ASSISTED')], local: shown, amAssisted: false });
  const atTheMachine = choosePictures({ people: [person('Giulia', 'OPERATOR')], local: shown, amAssisted: true });

  expect([nameOf(atTheDesk.main), namesOf(atTheDesk.others)]).toEqual(['Luca', ['me']]);
  expect([nameOf(atTheMachine.main), namesOf(atTheMachine.others)]).toEqual(['me', ['Giulia']]);
});

test('in a call of two controllers each sees the other', () => {
  const { main, others } = choosePictures({ people: [person('Marco', 'OPERATOR')], local: shown, amAssisted: false });

  expect([nameOf(main), namesOf(others)]).toEqual(['Marco', ['me']]);
});

test('a field user without a picture sees their helper', () => {
  const { main, others } = choosePictures({ people: [person('Giulia', 'OPERATOR')], local: hidden, amAssisted: true });

  expect([nameOf(main), namesOf(others)]).toEqual(['Giulia', ['me']]);
});

test('the field user stays the main picture even without video', () => {
  const people = [person('Marco', 'OPERATOR'), person('Luca', 'ASSISTED', { hasVideo: false })];

  const { main, others } = choosePictures({ people, local: shown, amAssisted: false });

  expect([nameOf(main), namesOf(others)]).toEqual(['Luca', ['Marco', 'me']]);
});

test('people who ring or have left have no picture', () => {
  const people = [person('Marco', 'OPERATOR', { state: 'ringing' }), person('Anna', 'OPERATOR', { state: 'left' })];

  const { main, others } = choosePictures({ people, local: shown, amAssisted: false });

  expect([nameOf(main), namesOf(others)]).toEqual(['me', []]);
});

test('a snapshot is of the main picture, if there is one', () => {
  const luca = choosePictures({ people: [person('Luca', 'ASSISTED')], local: shown, amAssisted: false }).main;
  const dark = choosePictures({
    people: [person('Luca', 'ASSISTED', { hasVideo: false })],
    local: shown,
    amAssisted: false,
  }).main;
  const own: Picture = { of: 'me' };

  expect([snapshotOf(luca), canTake(luca, shown)]).toEqual(['Luca', true]);
  expect(canTake(dark, shown)).toBe(false);
  expect([snapshotOf(own), canTake(own, shown), canTake(own, hidden)]).toEqual([null, true, false]);
});

test('a shared screen is the main picture, before a field user’s camera', () => {
  const screen = { ...hidden, isScreen: true };
  const atTheMachine = choosePictures({
    people: [person('Giulia', 'OPERATOR', { isScreen: true })],
    local: shown,
    amAssisted: true,
  });
  const atTheDesk = choosePictures({ people: [person('Luca', 'ASSISTED')], local: screen, amAssisted: false });

  expect([nameOf(atTheMachine.main), namesOf(atTheMachine.others)]).toEqual(['Giulia', ['me']]);
  expect([nameOf(atTheDesk.main), namesOf(atTheDesk.others)]).toEqual(['me', ['Luca']]);
  expect(canTake(atTheDesk.main, screen)).toBe(true);
});
