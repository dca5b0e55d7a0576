import type { Ar } from '@earth/calls';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { testInCall, testLocal } from '../../../testing/calls';
import type { InCallModel } from '../screens/use-in-call';
import { ArPlate } from './ArPlate';

const on: Ar = { isOn: true, training: { state: 'started' }, problem: null, preview: null, foreground: null };

function show(ar: Ar | null) {
  const learnBackground = vi.fn<() => void>();
  const view = testInCall({ local: { ...testLocal, ar } });
  const model = { view, actions: { learnBackground } } as unknown as InCallModel;
  const { container } = render(<ArPlate model={model} />);
  return { container, learnBackground };
}

test('A4.31: the progress of the training is shown from 0 to 100', () => {
  show({ ...on, training: { state: 'progress', percent: 40 } });
  expect(screen.getByRole('progressbar', { name: 'Learning the background' })).toHaveProperty('value', 0.4);
  expect(screen.queryByRole('button')).toBeNull();
});

test('after the training it can be repeated', () => {
  const { learnBackground } = show({ ...on, training: { state: 'ended' } });
  expect(screen.getByRole('status').textContent).toContain('AR is ready');
  fireEvent.click(screen.getByRole('button', { name: 'Learn again' }));
  expect(learnBackground).toHaveBeenCalledOnce();
});

test.each([
  ['missing', 'needs a second camera', 'Try again'],
  ['refused', 'is blocked', 'Try again'],
  ['failed', 'AR stopped', 'Try again'],
  ['moved', 'was moved', 'Learn again'],
] as const)('A8.11: the problem «%s» is said, with a way on', (problem, words, way) => {
  const { learnBackground } = show({ ...on, training: null, problem });
  expect(screen.getByRole('status').textContent).toContain(words);
  fireEvent.click(screen.getByRole('button', { name: way }));
  expect(learnBackground).toHaveBeenCalledOnce();
});

test('A5.8: nothing is shown where AR is off or not offered', () => {
  for (const ar of [null, { ...on, isOn: false, training: null }]) expect(show(ar).container.innerHTML).toBe('');
});
