import { afterEach, expect, test, vi } from 'vitest';
import { createDrafts } from './drafts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('what is kept is there for the page that comes after, for the same person alone, until it is stored', () => {
  createDrafts(sessionStorage, 'luca').save('pic', 'strokes');
  expect(createDrafts(sessionStorage, 'luca').load('pic')).toBe('strokes');
  expect(createDrafts(sessionStorage, 'giulia').load('pic')).toBeNull();
  createDrafts(sessionStorage, 'luca').save('pic', null);
  expect(createDrafts(sessionStorage, 'luca').load('pic')).toBeNull();
});

test('storage that is full or forbidden costs nothing else', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  const drafts = createDrafts(full, 'luca');
  expect(() => drafts.save('pic', 'strokes')).not.toThrow();
  expect(drafts.load('pic')).toBeNull();
});
