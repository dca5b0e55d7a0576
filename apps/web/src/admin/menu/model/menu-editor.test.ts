import type { MenuDraft, MenuTree } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/http/api-error';
import { createMenuEditor } from './menu-editor';
import { newEntry, update, withKeys } from './tree';

const entry = (id: number, title: string) => {
  const { key: _, ...fields } = newEntry();
  return { ...fields, id, title: { en: title, it: '' }, items: [] };
};
const draft = (version: number, ...titles: string[]): MenuDraft => ({
  version,
  isDraft: version > 0,
  changedBy: null,
  changedAt: null,
  items: titles.map((title, index) => entry(index + 1, title)),
  removed: [],
});

const calls = {
  getMenuDraft: vi.fn(async () => draft(7, 'Theirs')),
  saveMenuDraft: vi.fn(async ({ basedOn }: { basedOn: number; items?: MenuTree | undefined }) =>
    draft(basedOn + 1, 'Museum'),
  ),
  publishMenu: vi.fn(async ({ basedOn }: { basedOn: number }) => ({ ...draft(basedOn + 1, 'Museum'), isDraft: false })),
  discardMenuDraft: vi.fn(async () => draft(0, 'Museum')),
};
beforeEach(() => {
  vi.useFakeTimers();
  for (const call of Object.values(calls)) call.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => createMenuEditor(draft(3, 'Museum', 'Town'), calls);
const titles = ({ store }: ReturnType<typeof open>) => store.getState().items.map(({ title }) => title.en);
const rename = (editor: ReturnType<typeof open>, title: string) =>
  editor.editItems(update(editor.store.getState().items, '1', { title: { en: title, it: '' } }));

test('saves several changes at once, after a pause, based on the last version', async () => {
  const editor = open();
  rename(editor, 'A');
  rename(editor, 'B');
  expect(editor.store.getState().save).toBe('unsaved');
  expect(calls.saveMenuDraft).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(700);
  expect(calls.saveMenuDraft).toHaveBeenCalledTimes(1);
  expect(calls.saveMenuDraft.mock.calls[0]?.[0]).toMatchObject({ basedOn: 3, items: [{ title: { en: 'B' } }, {}] });
  expect(editor.store.getState()).toMatchObject({ save: 'saved', version: 4 });
  rename(editor, 'C');
  await editor.save();
  expect(calls.saveMenuDraft.mock.calls[1]?.[0]).toMatchObject({ basedOn: 4 });
  expect(titles(editor)).toEqual(['C', 'Town']);
});

test('a deleted entry is named to the server, and undone with its place', async () => {
  const editor = open();
  editor.delete('1');
  await editor.save();
  expect(calls.saveMenuDraft.mock.calls[0]?.[0]).toMatchObject({ removed: [1], items: [{ id: 2 }] });
  editor.undo();
  await editor.save();
  expect(calls.saveMenuDraft.mock.calls[1]?.[0]).toMatchObject({ removed: [], items: [{ id: 1 }, { id: 2 }] });
  expect(titles(editor)).toEqual(['Museum', 'Town']);
});

test('a change that fails is kept, and sent with the next one', async () => {
  const editor = open();
  calls.saveMenuDraft.mockRejectedValueOnce(new Error('No network'));
  rename(editor, 'A');
  await vi.advanceTimersByTimeAsync(700);
  expect(editor.store.getState().save).toBe('failed');
  expect(titles(editor)).toEqual(['A', 'Town']);
  await editor.save();
  expect(editor.store.getState().save).toBe('saved');
});

const changed = () => new ApiError({ code: 409, error: 'menuChanged', message: '', fields: {} });

test('if somebody else has changed the menu, nothing is sent until the user has chosen', async () => {
  const editor = open();
  calls.saveMenuDraft.mockRejectedValueOnce(changed());
  rename(editor, 'Mine');
  await vi.advanceTimersByTimeAsync(700);
  expect(editor.store.getState().save).toBe('changed');
  rename(editor, 'Mine too');
  await vi.advanceTimersByTimeAsync(700);
  expect(calls.saveMenuDraft).toHaveBeenCalledTimes(1);

  await editor.keepMine();
  expect(calls.saveMenuDraft.mock.calls[1]?.[0]).toMatchObject({
    basedOn: 7,
    items: [{ title: { en: 'Mine too' } }, {}],
  });

  calls.saveMenuDraft.mockRejectedValueOnce(changed());
  rename(editor, 'Mine again');
  await vi.advanceTimersByTimeAsync(700);
  await editor.takeTheirs();
  expect(titles(editor)).toEqual(['Theirs']);
  expect(editor.store.getState()).toMatchObject({ save: 'saved', version: 7, past: [] });
});

test('publishing sends the last change first, and takes the numbers of new entries', async () => {
  const editor = open();
  editor.editItems([...editor.store.getState().items, ...withKeys([entry(3, 'New')])]);
  await editor.publish();
  expect(calls.saveMenuDraft).toHaveBeenCalledTimes(1);
  expect(calls.publishMenu).toHaveBeenCalledWith({ basedOn: 4 });
  expect(editor.store.getState()).toMatchObject({ isDraft: false, version: 5, save: 'saved' });
});

test('nothing can be edited while the menu is published', async () => {
  const editor = open();
  let answer = (_draft: MenuDraft) => {};
  calls.publishMenu.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const publishing = editor.publish();
  expect(editor.store.getState().isBusy).toBe(true);
  await vi.waitFor(() => expect(calls.publishMenu).toHaveBeenCalled());
  answer({ ...draft(4, 'Museum'), isDraft: false });
  await publishing;
  expect(editor.store.getState().isBusy).toBe(false);
});

test('a deleted entry comes back to its place, and later changes stay', async () => {
  const editor = open();
  const found = editor.delete('1');
  editor.editItems(update(editor.store.getState().items, '2', { title: { en: 'City', it: '' } }));
  if (found) editor.restore(found);
  expect(titles(editor)).toEqual(['Museum', 'City']);
  expect(editor.store.getState().removed).toEqual([]);
});

test('what was not saved the last time is sent; if the menu has changed since, the user is asked', async () => {
  const before = open();
  rename(before, 'Mine');
  const unsaved = before.store.getState();
  const editor = createMenuEditor(draft(3, 'Museum', 'Town'), calls, unsaved);
  expect(titles(editor)).toEqual(['Mine', 'Town']);
  await editor.save();
  expect(calls.saveMenuDraft.mock.calls[0]?.[0]).toMatchObject({ basedOn: 3, items: [{ title: { en: 'Mine' } }, {}] });

  const late = createMenuEditor(draft(5, 'Theirs'), calls, unsaved);
  expect(late.store.getState().save).toBe('changed');
  await late.save();
  expect(calls.saveMenuDraft).toHaveBeenCalledTimes(1);
  await late.takeTheirs();
  expect(titles(late)).toEqual(['Theirs']);

  // Only the answer was lost: it is stored already.
  const sent = createMenuEditor(draft(4, 'Mine', 'Town'), calls, unsaved);
  expect(sent.store.getState()).toMatchObject({ save: 'saved', version: 4 });
});
