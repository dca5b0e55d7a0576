import { expect, test } from 'vitest';
import { createCallMemory } from './call-memory';
import type { Remembered } from '../ports';

function remembering() {
  let kept: Remembered = { active: null, closedCalls: [] };
  return createCallMemory({ load: () => kept, save: (next) => (kept = next) });
}

test('the selected snapshot is remembered with its call', () => {
  const memory = remembering();
  memory.remember('call-2', null);
  memory.rememberShown('call-2', 'pic');
  expect(memory.active()).toEqual({ callId: 'call-2', answeredAt: null, shownPicId: 'pic' });
});

test('a closed call does not change what is remembered of the next one', () => {
  const memory = remembering();
  memory.remember('call-2', null);
  memory.rememberShown('call-2', 'pic');
  memory.rememberShown('call-1', 'another');
  memory.rememberShown('call-1', null);
  expect(memory.active()?.shownPicId).toBe('pic');
});
