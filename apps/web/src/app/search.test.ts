import { expect, test } from 'vitest';
import { holds } from './search';

test('case and accents do not count', () => {
  expect(holds('NICOLO', 'Nicolò Bianchi')).toBe(true);
  expect(holds(' bian ', 'Nicolò Bianchi')).toBe(true);
  expect(holds('rossi', 'Nicolò Bianchi', null, undefined)).toBe(false);
});

test('nothing searched finds everything', () => {
  expect(holds(' ', null)).toBe(true);
});
