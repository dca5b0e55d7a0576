import { expect, test } from 'vitest';
import { setSingleKeys } from '../../../app/single-keys';
import { callKeyOf, isTyping } from './keys';

const press = (
  key: string,
  more: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; repeat?: boolean } = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
});

test('each control has its key, in either case', () => {
  const keys = ['m', 'M', 'v', 's', 'p', 'f', 'a', 'd', 'i', 'Escape', '?', 'x'].map((key) =>
    callKeyOf(press(key), false),
  );

  expect(keys).toEqual([
    'microphone',
    'microphone',
    'camera',
    'snapshot',
    'point',
    'freeze',
    'annotations',
    'screen',
    'addPerson',
    'live',
    'keys',
    null,
  ]);
});

test('what is typed is text, but Ctrl+Enter accepts all the same', () => {
  expect(callKeyOf(press('m'), true)).toBeNull();
  expect(callKeyOf(press('Escape'), true)).toBeNull();
  expect(callKeyOf(press('Enter', { ctrlKey: true }), true)).toBe('accept');
  expect(callKeyOf(press('Enter', { metaKey: true }), true)).toBe('accept');
});

test('the browser’s own shortcuts and a key that is held down do nothing', () => {
  expect(callKeyOf(press('s', { ctrlKey: true }), false)).toBeNull();
  expect(callKeyOf(press('a', { altKey: true }), false)).toBeNull();
  expect(callKeyOf(press('s', { repeat: true }), false)).toBeNull();
});

test('fields are typed in, buttons and sliders are not', () => {
  expect(isTyping(document.createElement('textarea'))).toBe(true);
  expect(isTyping(document.createElement('input'))).toBe(true);
  expect(isTyping(document.createElement('button'))).toBe(false);
  expect(isTyping(Object.assign(document.createElement('input'), { type: 'range' }))).toBe(false);
  expect(isTyping(null)).toBe(false);
});

test('keys alone can be switched off; Esc and Ctrl+Enter go on', () => {
  setSingleKeys(false);
  const keys = ['m', '?', 'Escape'].map((key) => callKeyOf(press(key), false));
  const accept = callKeyOf(press('Enter', { ctrlKey: true }), false);
  setSingleKeys(true);

  expect([...keys, accept]).toEqual([null, null, 'live', 'accept']);
  expect(callKeyOf(press('m'), false)).toBe('microphone');
});
