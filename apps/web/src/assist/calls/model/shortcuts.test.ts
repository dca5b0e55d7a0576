import { expect, test } from 'vitest';
import { setSingleKeyShortcuts } from '../../../shared/single-key-shortcuts';
import { callShortcutOf } from './shortcuts';

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
    callShortcutOf(press(key), false),
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
  expect(callShortcutOf(press('m'), true)).toBeNull();
  expect(callShortcutOf(press('Escape'), true)).toBeNull();
  expect(callShortcutOf(press('Enter', { ctrlKey: true }), true)).toBe('accept');
  expect(callShortcutOf(press('Enter', { metaKey: true }), true)).toBe('accept');
});

test('the browser’s own shortcuts and a key that is held down do nothing', () => {
  expect(callShortcutOf(press('s', { ctrlKey: true }), false)).toBeNull();
  expect(callShortcutOf(press('a', { altKey: true }), false)).toBeNull();
  expect(callShortcutOf(press('s', { repeat: true }), false)).toBeNull();
});

test('keys alone can be switched off; Esc and Ctrl+Enter go on', () => {
  setSingleKeyShortcuts(false);
  const keys = ['m', '?', 'Escape'].map((key) => callShortcutOf(press(key), false));
  const accept = callShortcutOf(press('Enter', { ctrlKey: true }), false);
  setSingleKeyShortcuts(true);

  expect([...keys, accept]).toEqual([null, null, 'live', 'accept']);
  expect(callShortcutOf(press('m'), false)).toBe('microphone');
});
