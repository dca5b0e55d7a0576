import { expect, test } from 'vitest';
import { testProfile } from '../../testing/people';
import { createLocalStore } from './local-store';

test('A3.18: company is stored beside the profile, and deleted with the session', () => {
  const store = createLocalStore(localStorage);
  store.writeProfile(testProfile());
  expect(JSON.parse(localStorage.getItem('company') ?? 'null')).toMatchObject({
    Code: 'DEMO',
    Name: 'Demo Water Works',
  });
  store.clear();
  expect(localStorage.getItem('company')).toBeNull();
});

test.each([
  ['camera', 'selectedVideo'],
  ['arCamera', 'selectedArVideo'],
  ['microphone', 'selectedAudioIn'],
  ['speaker', 'selectedAudioOut'],
] as const)('A3.22, A3.23: the selected %s is stored as %s until the session ends', (kind, key) => {
  const store = createLocalStore(localStorage);
  store.writeChosen(kind, 'device-7');
  expect([localStorage.getItem(key), createLocalStore(localStorage).readChosen(kind)]).toEqual([
    'device-7',
    'device-7',
  ]);
  store.writeChosen(kind, null);
  expect(localStorage.getItem(key)).toBeNull();
  store.writeChosen(kind, 'device-7');
  store.clear();
  expect(store.readChosen(kind)).toBeNull();
});

test('A3.23: whether AR is on is stored as arEnabled until the session ends', () => {
  const store = createLocalStore(localStorage);
  expect(store.readArOn()).toBe(false);
  store.writeArOn(true);
  expect([localStorage.getItem('arEnabled'), createLocalStore(localStorage).readArOn()]).toEqual(['true', true]);
  store.writeArOn(false);
  expect(store.readArOn()).toBe(false);
  store.writeArOn(true);
  store.clear();
  expect(store.readArOn()).toBe(false);
});
