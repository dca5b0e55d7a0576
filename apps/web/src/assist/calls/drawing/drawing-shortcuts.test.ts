import { afterEach, expect, test } from 'vitest';
import { setSingleKeyShortcuts } from '../../../shared/shortcuts/single-key-shortcuts';
import { drawingShortcutOf } from './drawing-shortcuts';

const press = (
  key: string,
  more: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; shiftKey?: boolean } = {},
) => drawingShortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

afterEach(() => setSingleKeyShortcuts(true));

test('each tool has a number key, and zoom its keys', () => {
  expect(['1', '2', '5', '8', '9'].map((key) => press(key))).toEqual(
    ['hand', 'pen', 'marker', 'laser', 'eraser'].map((tool) => ({ does: 'tool', tool })),
  );
  expect(['+', '-', '0', 'Delete', 'x'].map((key) => press(key)?.does)).toEqual([
    'in',
    'out',
    'fit',
    'clear',
    undefined,
  ]);
});

test('Ctrl+Z undoes, Ctrl+Shift+Z redoes, and combinations with Alt are left to the browser', () => {
  expect(press('z', { ctrlKey: true })).toEqual({ does: 'undo' });
  expect(press('Z', { metaKey: true, shiftKey: true })).toEqual({ does: 'redo' });
  expect(press('y', { ctrlKey: true })).toEqual({ does: 'redo' });
  expect(press('0', { ctrlKey: true })).toBeNull();
  expect(press('2', { altKey: true })).toBeNull();
});

test('single-key shortcuts can be switched off; Ctrl+Z stays', () => {
  setSingleKeyShortcuts(false);
  expect([press('2'), press('+'), press('Delete')]).toEqual([null, null, null]);
  expect(press('z', { ctrlKey: true })).toEqual({ does: 'undo' });
});
