import { expect, test } from 'vitest';
import { isTyping } from './shortcuts';

test('counts text fields as typing, but not buttons and sliders', () => {
  expect(isTyping(document.createElement('textarea'))).toBe(true);
  expect(isTyping(document.createElement('input'))).toBe(true);
  expect(isTyping(document.createElement('button'))).toBe(false);
  expect(isTyping(Object.assign(document.createElement('input'), { type: 'range' }))).toBe(false);
  expect(isTyping(null)).toBe(false);
});
