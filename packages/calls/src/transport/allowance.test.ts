import { expect, test } from 'vitest';
import { createAllowance, TOKENS_MAX, TOKENS_PER_SECOND } from './allowance';

function createScene() {
  let now = 0;
  const mayBeRead = createAllowance({ now: () => now });
  const read = (times: number, data: unknown = 'x') =>
    Array.from({ length: times }, () => mayBeRead(data)).filter(Boolean).length;
  return { read, setTime: (to: number) => (now = to) };
}

test('a burst is allowed up to the limit, and tokens refill with time', () => {
  const { read, setTime } = createScene();
  expect(read(TOKENS_MAX + 500)).toBe(TOKENS_MAX);
  setTime(1_000);
  expect(read(TOKENS_PER_SECOND + 500)).toBe(TOKENS_PER_SECOND);
  setTime(3_600_000);
  expect(read(2 * TOKENS_MAX)).toBe(TOKENS_MAX);
});

test('a pen, a laser and a pointer at each frame are always allowed', () => {
  const { read, setTime } = createScene();
  for (let frame = 0; frame < 60 * 600; frame += 1) {
    setTime((frame * 1_000) / 60);
    expect(read(3)).toBe(3);
  }
});

test('long messages cost more tokens', () => {
  const { read } = createScene();
  expect(read(TOKENS_MAX, 'x'.repeat(200_000))).toBe(Math.floor(TOKENS_MAX / 49));
});

test('a clock that is set back removes no tokens', () => {
  const { read, setTime } = createScene();
  setTime(-10_000);
  expect(read(1)).toBe(1);
});
