import { expect, test } from 'vitest';
import { findingsIn } from './styles.mjs';

test.each([
  ['a raw space', '.a {\n  padding: 0 12px;\n}', '2: «12px» in «padding» is no token.'],
  ['a negative one', '.a { margin-left: -8px; }', '1: «-8px» in «margin-left» is no token.'],
  ['one in a sum', '.a { gap: calc(16px + 1em); }', '1: «16px» in «gap» is no token.'],
  ['a raw size of type', '.a { font: 600 12px / 16px var(--font); }', '1: «12px» in «font» is no token.'],
  ['a raw corner', '.a { border-radius: 2px }', '1: «2px» in «border-radius» is no token.'],
  ['a colour', '.a { color: #fff; }', '1: the colour «#fff» is no token.'],
  [
    'a colour in a shadow',
    '.a { box-shadow: 0 1px rgb(0 0 0 / 0.2); }',
    '1: the colour «0 1px rgb(0 0 0 / 0.2)» is no token.',
  ],
  ['a colour by its name', '.a { background: white; }', '1: the colour «white» is no token.'],
])('reports %s', (_, css, finding) => {
  expect(findingsIn(css)).toEqual([finding]);
});

test.each([
  '.a { padding: var(--space-2) calc(-1 * var(--space-1)) 0; margin: 1px; }',
  '.a { width: 320px; top: 4px; line-height: 20px; }',
  '.a { color: var(--ink); background: color-mix(in srgb, var(--accent) 84%, transparent); white-space: nowrap; }',
  '/* 12px, #fff */ .a:hover { gap: 0; }',
])('accepts %s', (css) => {
  expect(findingsIn(css)).toEqual([]);
});
