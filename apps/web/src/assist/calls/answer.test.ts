import type { CallView } from '@earth/calls';
import { READY_WAIT_MS } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAnswer } from '../../platform/push/notification-answer';
import { answerCall } from './answer';
import { createSessionScope } from '../../platform/session/session-scope';
import { createCalls } from './model/call-session';

const callUniqueId = '0190a000-0000-7000-8000-0000000000aa';

let view = { phase: 'idle' } as CallView;
const listeners = new Set<() => void>();
const done: string[] = [];
function setView(phase: CallView['phase'], uniqueId?: string) {
  view = { phase, call: { uniqueId } } as unknown as CallView;
  for (const listener of listeners) listener();
}
const session = {
  getView: () => view,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  accept: () => void done.push('accept'),
  decline: () => void done.push('decline'),
};
const scope = createSessionScope(0, new Map<unknown, unknown>([[createCalls, session]]));

beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
  setView('idle');
});
afterEach(() => vi.useRealTimers());

test.each(['accept', 'decline'] as const)('«%s» is applied once, as soon as the call rings here', (answer) => {
  answerCall(scope, { callUniqueId, answer });
  setView('incoming', 'another');
  expect(done).toEqual([]);
  setView('incoming', callUniqueId);
  setView('incoming', callUniqueId);
  expect(done).toEqual([answer]);
});

test('a call that rings already is answered at once', () => {
  setView('incoming', callUniqueId);
  answerCall(scope, { callUniqueId, answer: 'accept' });
  expect(done).toEqual(['accept']);
});

test('an answer to a call that does not ring is dropped', () => {
  answerCall(scope, { callUniqueId, answer: 'accept' });
  vi.advanceTimersByTime(READY_WAIT_MS);
  setView('incoming', callUniqueId);
  expect(done).toEqual([]);
});

test('other URLs and messages are no answers', () => {
  expect(isAnswer({ callUniqueId, answer: 'accept' })).toBe(true);
  expect(isAnswer({ callUniqueId, answer: 'call' })).toBe(false);
  expect(isAnswer({ answer: 'accept' })).toBe(false);
});
