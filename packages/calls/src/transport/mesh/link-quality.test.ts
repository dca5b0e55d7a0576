import { expect, test } from 'vitest';
import { assess, GOOD_SAMPLES, readSample, unknownHealth } from './link-quality';

/** One sample a second: what arrives grows, and so do the connectivity checks and the answers to them by these numbers. */
function healthAfter(checks: readonly (readonly [sent: number, answered: number])[]) {
  let [bytesReceived, requestsSent, responsesReceived] = [0, 10, 0];
  let health = unknownHealth;
  for (const [sent, answered] of checks) {
    bytesReceived += 100_000;
    requestsSent += sent;
    responsesReceived += answered;
    const pair = { type: 'candidate-pair', nominated: true, bytesReceived, requestsSent, responsesReceived };
    health = assess(health, readSample(new Map([['pair', pair]])));
  }
  return health;
}

test('a link on which the checks are not answered is weak, though sound and picture arrive: the peer does not receive', () => {
  expect(
    healthAfter([
      [1, 1],
      [1, 0],
    ]).isWeak,
  ).toBe(false);
  const health = healthAfter([
    [1, 1],
    [1, 0],
    [1, 0],
  ]);
  expect(health.isWeak).toBe(true);
  expect(health.silentInARow).toBe(0);
});

test('only the checks of the pair in use count: one from before a change of the network is checked in vain', () => {
  let health = unknownHealth;
  for (let seconds = 1; seconds <= 5; seconds += 1) {
    const pair = { type: 'candidate-pair', nominated: true, bytesReceived: 100 * seconds };
    const used = { ...pair, id: 'used', requestsSent: seconds, responsesReceived: seconds };
    const old = { ...pair, id: 'old', requestsSent: 10 * seconds, responsesReceived: 3 };
    const transport = { type: 'transport', id: 'way', selectedCandidatePairId: 'used' };
    const report = new Map([transport, used, old].map((stats) => [stats.id, stats]));
    health = assess(health, readSample(report));
  }
  expect(health.isWeak).toBe(false);
});

test('answers that come again end it after some seconds', () => {
  const unheard = [
    [1, 1],
    [2, 0],
  ] as const;
  const good = Array.from({ length: GOOD_SAMPLES }, () => [1, 1] as const);
  expect(healthAfter([...unheard, ...good.slice(1)]).isWeak).toBe(true);
  expect(healthAfter([...unheard, ...good]).isWeak).toBe(false);
});

test('a lost check between answered ones does not make a link weak, nor does an answer that is on its way', () => {
  expect(
    healthAfter([
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 0],
      [2, 1],
      [1, 1],
    ]).isWeak,
  ).toBe(false);
});

test('a browser that does not count the answers says nothing of the link', () => {
  expect(
    healthAfter([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]).isWeak,
  ).toBe(false);
});
