import { afterEach, expect, test, vi } from 'vitest';
import { createDrafts } from './drafts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a draft survives a reload, for the same user only, until it is deleted', () => {
  createDrafts(sessionStorage, 'luca').save('pic', 'strokes');
  expect(createDrafts(sessionStorage, 'luca').load('pic')).toBe('strokes');
  expect(createDrafts(sessionStorage, 'giulia').load('pic')).toBeNull();
  createDrafts(sessionStorage, 'luca').save('pic', null);
  expect(createDrafts(sessionStorage, 'luca').load('pic')).toBeNull();
});

test('full or forbidden storage does not throw', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  const drafts = createDrafts(full, 'luca');
  expect(() => drafts.save('pic', 'strokes')).not.toThrow();
  expect(drafts.load('pic')).toBeNull();
});
