import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readSaved, removeSaved, updateSaved, saveContent, useSaved } from './saved-contents';
import { beginScope } from '../../../testing/scope';
import { testItem } from '../../../testing/contents';
import { createLocalStore } from '../../../platform/storage/local-store';

const item = (id: number, visibility: 'public' | 'company' = 'public') => testItem({ id, visibility });
const ids = () => readSaved().map(({ content }) => content.id);

beforeEach(() => localStorage.clear());

test('D4.23: a new favourite is first and unique; a removed one is gone', () => {
  saveContent(item(1));
  saveContent(item(2));
  saveContent(item(1));
  expect(ids()).toEqual([1, 2]);

  const putBack = removeSaved(1);
  expect(ids()).toEqual([2]);
  putBack();
  expect(ids()).toEqual([1, 2]);
  expect(JSON.parse(localStorage.getItem('favorite_contents') ?? '')).toHaveLength(2);
});

test("deletes a saved content that is not public at the end of the user's session", () => {
  saveContent(item(1));
  saveContent(item(2, 'company'));
  const { result } = renderHook(useSaved);

  createLocalStore(localStorage).forgetPrivate();
  act(() => void beginScope());

  expect(result.current.map(({ content }) => content.id)).toEqual([1]);
});

test('updates the copy: one that is no longer public is deleted with the session too', () => {
  saveContent(item(1));
  saveContent(item(2));
  updateSaved(testItem({ id: 1, title: 'Another title', visibility: 'company' }));
  updateSaved(item(3));
  expect(readSaved().map(({ content: { id, title } }) => [id, title])).toEqual([
    [2, 'Head of a ruler'],
    [1, 'Another title'],
  ]);
  createLocalStore(localStorage).forgetPrivate();
  expect(ids()).toEqual([2]);
});

test.each(['{', '"text"', '[{"content":{}}]'])('treats invalid stored data as absent: %s', (text) => {
  localStorage.setItem('favorite_contents', text);
  expect(readSaved()).toEqual([]);
});

test('an invalid entry does not affect the others, also when another is saved', () => {
  saveContent(item(1));
  const [first] = JSON.parse(localStorage.getItem('favorite_contents') ?? '') as unknown[];
  localStorage.setItem('favorite_contents', JSON.stringify([{ content: {} }, first]));
  saveContent(item(2));
  expect(ids()).toEqual([2, 1]);
});
