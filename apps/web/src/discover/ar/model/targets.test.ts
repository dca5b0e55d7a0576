import type { Pose } from '@earth/vision';
import { expect, test, vi } from 'vitest';
import { HELD_MS, Targets } from './targets';

const at = (x: number): Pose => ({ rotation: [0, 0, 0, 1], translation: [x, 0, 2] });
const DOCK: Pose = { rotation: [0, 0, 0, 1], translation: [0, 0, 1] };
const docked = () => DOCK;

function world() {
  const onChange = vi.fn<() => void>();
  const targets = new Targets(onChange);
  return {
    targets,
    onChange,
    see: (ms: number, ...ids: readonly string[]) =>
      targets.see(
        ids.map((id) => ({ id, pose: at(0.5) })),
        ms,
        docked,
      ),
    states: () => targets.states.map(({ id, state }) => `${id} ${state}`),
    x: (id: string, ms: number) => targets.poseOf(id, ms, docked)?.translation[0],
  };
}

test('content stays where its marker was for 400 ms, then floats until it is closed', () => {
  const { targets, see, states, x } = world();
  see(0, 'a');
  see(33);
  expect([states(), x('a', 33)]).toEqual([['a held'], 0.5]);
  see(HELD_MS - 1);
  expect(states()).toEqual(['a held']);
  see(HELD_MS);
  expect([states(), x('a', HELD_MS)]).toEqual([['a floating'], 0.5]);
  // It moves there smoothly.
  expect(x('a', HELD_MS + 100)).toBeGreaterThan(0);
  expect(x('a', HELD_MS + 100)).toBeLessThan(0.5);
  expect(x('a', HELD_MS + 1_000)).toBe(0);
  targets.close('a');
  expect([states(), x('a', 2_000)]).toEqual([[], undefined]);
});

test('a marker that is found again takes its floating content back', () => {
  const { see, states, x } = world();
  see(0, 'a');
  see(HELD_MS);
  see(1_000, 'a');
  expect([states(), x('a', 2_000)]).toEqual([['a found'], 0.5]);
});

test('several at once; the next one takes the place of what floats', () => {
  const { see, states } = world();
  see(0, 'a', 'b');
  expect(states()).toEqual(['a found', 'b found']);
  // Lost beside one that is in sight: it goes.
  see(HELD_MS, 'b');
  expect(states()).toEqual(['b found']);
  see(2 * HELD_MS);
  expect(states()).toEqual(['b floating']);
  see(1_000, 'c');
  expect(states()).toEqual(['c found']);
});

test('reports appearing, floating and closing, and not each frame', () => {
  const { targets, onChange, see } = world();
  see(0, 'a');
  see(33, 'a');
  see(66, 'a');
  expect(onChange).toHaveBeenCalledOnce();
  see(66 + HELD_MS);
  targets.close('a');
  targets.close('a');
  expect(onChange).toHaveBeenCalledTimes(3);
});
