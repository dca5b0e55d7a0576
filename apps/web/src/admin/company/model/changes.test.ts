import { expect, test } from 'vitest';
import { changeFields, conflictsIn, rebase, resolveConflicts, withChanges } from './changes';

const stored = { name: 'Valve', code: 'P-1', picture: null as string | null };

test('only fields that differ from what is stored are changes, and what they began from stays', () => {
  const first = changeFields(stored, {}, { name: 'Valves', code: 'P-1' });
  expect(first).toEqual({ name: { from: 'Valve', to: 'Valves' } });
  const newer = { ...stored, name: 'Tap' };
  expect(changeFields(newer, first, { name: 'Valves 2' })).toEqual({ name: { from: 'Valve', to: 'Valves 2' } });
  expect(changeFields(stored, first, { name: 'Valve' })).toEqual({});
});

test('a field that is not changed here follows what is stored', () => {
  const changes = changeFields(stored, {}, { name: 'Valves' });
  expect(withChanges({ ...stored, code: 'P-2' }, changes)).toEqual({ name: 'Valves', code: 'P-2', picture: null });
});

test('a conflict is a field that both have changed in different ways', () => {
  const changes = changeFields(stored, {}, { name: 'Valves', picture: 'data:,' });
  expect(conflictsIn(stored, changes)).toEqual([]);
  expect(conflictsIn({ ...stored, code: 'P-2' }, changes)).toEqual([]);
  expect(conflictsIn({ ...stored, name: 'Valves' }, changes)).toEqual([]);
  expect(conflictsIn({ ...stored, name: 'Tap', picture: '/a.webp' }, changes)).toEqual(['name', 'picture']);
});

test('a choice decides its own field only, and is no conflict any more', () => {
  const changes = changeFields(stored, {}, { name: 'Valves', code: 'P-9', picture: 'data:,' });
  const newer = { ...stored, name: 'Tap', picture: '/a.webp' };
  const resolved = resolveConflicts(newer, changes, new Set(['name'] as const));
  expect(withChanges(newer, resolved)).toEqual({ name: 'Valves', code: 'P-9', picture: '/a.webp' });
  expect(conflictsIn(newer, resolved)).toEqual([]);
});

test('what was saved is no change any more, and what was typed meanwhile is one of what is stored now', () => {
  const sent = changeFields(stored, {}, { name: ' Valves', code: 'P-9' });
  const now = changeFields(stored, sent, { code: 'P-10', picture: 'data:,' });
  const saved = { ...stored, name: 'Valves', code: 'P-9' };
  expect(rebase(saved, now, sent)).toEqual({
    code: { from: 'P-9', to: 'P-10' },
    picture: { from: null, to: 'data:,' },
  });
  expect(rebase(saved, sent, sent)).toEqual({});
  expect(rebase({ ...stored, name: ' Valves', code: 'P-9' }, sent)).toEqual({});
});
