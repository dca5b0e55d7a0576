import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { summarize } from '../bench/figures';
import { readResults, renderResults } from '../bench/results';

const machine = 'a processor, 2 cores';

test('the committed page of the benches is made from the committed results', () => {
  const page = readFileSync(new URL('../bench/results.md', import.meta.url), 'utf8');
  expect(page).toBe(renderResults(readResults()));
});

test('a figure is stored with its median, range and goal, and the page states whether the goal is met', () => {
  const missed = summarize({ what: 'tap to ring', values: [31.49, 33, 90], unit: 'ms', goal: 30 });
  expect(missed).toEqual({
    what: 'tap to ring',
    unit: 'ms',
    value: 33,
    min: 31.5,
    max: 90,
    count: 3,
    goal: 'at most 30',
    isMet: false,
  });
  const met = summarize({ what: 'ring', values: [1, 2, 3, 4], unit: 'ms', quantile: 0.99, under: 5 });
  const run = { title: 'Rings', date: '2026-11-25T10:00:00.000Z', machine, load: 0.2, figures: [missed, met] };
  const page = renderResults({ ring: run });
  expect(page).toContain('Rings. 2026-11-25, a processor, 2 cores; load before the run 0.2.');
  expect(page).toContain('| tap to ring | 33 ms | 32 to 90 (n = 3) | at most 30 ms: **missed** |');
  expect(page).toContain('| ring | 4.0 ms | 1.0 to 4.0 (n = 4) | under 5 ms: met |');
});
