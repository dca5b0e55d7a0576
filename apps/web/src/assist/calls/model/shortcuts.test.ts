import { expect, test } from 'vitest';
import { setSingleKeyShortcuts } from '../../../shared/shortcuts/single-key-shortcuts';
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

test('each control has a key, in upper and lower case', () => {
  const keys = ['m', 'M', 'v', 's', 'p', 'f', 'a', 'd', 'r', 'i', 'Escape', '?', 'x'].map((key) =>
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
    'record',
    'addPerson',
    'live',
    'keys',
    null,
  ]);
});

test('in a text field only Ctrl+Enter is a shortcut', () => {
  expect(callShortcutOf(press('m'), true)).toBeNull();
  expect(callShortcutOf(press('Escape'), true)).toBeNull();
  expect(callShortcutOf(press('Enter', { ctrlKey: true }), true)).toBe('accept');
  expect(callShortcutOf(press('Enter', { metaKey: true }), true)).toBe('accept');
});

test('the browser’s shortcuts and repeated keys are ignored', () => {
  expect(callShortcutOf(press('s', { ctrlKey: true }), false)).toBeNull();
  expect(callShortcutOf(press('a', { altKey: true }), false)).toBeNull();
  expect(callShortcutOf(press('s', { repeat: true }), false)).toBeNull();
});

test('single-key shortcuts can be switched off; Esc and Ctrl+Enter stay', () => {
  setSingleKeyShortcuts(false);
  const keys = ['m', '?', 'Escape'].map((key) => callShortcutOf(press(key), false));
  const accept = callShortcutOf(press('Enter', { ctrlKey: true }), false);
  setSingleKeyShortcuts(true);

  expect([...keys, accept]).toEqual([null, null, 'live', 'accept']);
  expect(callShortcutOf(press('m'), false)).toBe('microphone');
});
