/** Saving while others save. */
import type { EditableContent } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/http/api-error';
import { testItem } from '../../../testing/contents';
import { save, type SavingApi } from './saving';
import { emptyValues, valuesOf } from './values';

const words = (title: string, descr = '') => ({
  title,
  descr,
  attchmUrl: null,
  attchmName: null,
  attchmDescr: null,
  audioUrl: null,
});
const content = (version: number, title: string, descr = ''): EditableContent => ({
  id: 7,
  version,
  writeKey: null,
  texts: { en: words(title, descr), it: null },
  item: testItem({ id: 7 }),
  skinId: null,
  related: [],
});
const changed = new ApiError({ code: 409, error: 'contentChanged', message: '' });

/** A server on which somebody has saved `newer`. */
function serverWith(newer: EditableContent) {
  const changeContent = vi.fn<SavingApi['changeContent']>(async ({ basedOn }) => {
    if (basedOn !== newer.version) throw changed;
    return newer.item;
  });
  const createContent = vi.fn<SavingApi['createContent']>(async () => newer.item);
  return { changeContent, createContent, getEditableContent: async () => newer };
}

const base = valuesOf(content(1, 'Arch'));
const writeKey = '0b9d1c1e-6d5e-4f1e-9a57-0a2c6a3f9b11';
const edited = { contentId: 7, modelId: null, base, version: 1, writeKey, isRepeated: false };

test('changes that do not conflict are merged and saved over the newer version', async () => {
  const server = serverWith(content(3, 'Arch', 'By somebody else'));
  const saved = await save(server, { ...edited, values: { ...base, 'en.title': 'Arch of Titus' } });
  expect(saved).toEqual({ type: 'saved', contentId: 7 });
  expect(server.changeContent).toHaveBeenLastCalledWith({
    contentId: 7,
    basedOn: 3,
    writeKey,
    texts: { en: { title: 'Arch of Titus' } },
  });
});

test('a conflict is not saved: it has both values, and the version to save over', async () => {
  const server = serverWith(content(2, 'Theirs'));
  await expect(save(server, { ...edited, values: { ...base, 'en.title': 'Mine' } })).resolves.toMatchObject({
    type: 'conflict',
    version: 2,
    conflicts: [{ key: 'en.title', mine: 'Mine', theirs: 'Theirs' }],
    merged: { 'en.title': 'Theirs' },
  });
  expect(server.changeContent).toHaveBeenCalledOnce();
});

test('another error is passed on', async () => {
  const refused = new ApiError({ code: 415, error: 'notAPdf', message: '' });
  const server = { ...serverWith(content(1, 'Arch')), changeContent: () => Promise.reject(refused) };
  await expect(save(server, { ...edited, values: { ...base, webUrl: 'https://a.example/' } })).rejects.toBe(refused);
});

test('a new content of a model is a key point of its group, in the language that has a title', async () => {
  const server = serverWith(content(1, 'Arch'));
  const values = { ...emptyValues, 'it.title': 'Arco' };
  const added = { ...edited, contentId: null, modelId: 4, base: emptyValues, version: null };
  await save(server, { ...added, values });
  expect(server.createContent).toHaveBeenCalledWith({
    l: 'it',
    title: 'Arco',
    ctnView: 9,
    groupId: 4,
    texts: { it: { title: 'Arco' } },
    writeKey,
  });
});

test('a newer version that is the own one, whose answer was lost, makes no conflict', async () => {
  const server = serverWith({ ...content(2, 'Arch of Titus'), writeKey });
  const values = { ...base, 'en.title': 'Arch of Titus, Rome' };
  await expect(save(server, { ...edited, values })).resolves.toEqual({ type: 'saved', contentId: 7 });
  expect(server.changeContent).toHaveBeenLastCalledWith({
    contentId: 7,
    basedOn: 2,
    writeKey,
    texts: { en: { title: 'Arch of Titus, Rome' } },
  });
});

test('what was typed after a lost answer to a new content is written into that content', async () => {
  const server = serverWith({ ...content(1, 'Arch'), writeKey });
  const added = { ...edited, contentId: null, base: emptyValues, version: null, isRepeated: true };
  const values = { ...base, 'en.descr': 'Of Titus' };
  await expect(save(server, { ...added, values })).resolves.toEqual({ type: 'saved', contentId: 7 });
  expect(server.createContent).toHaveBeenCalledOnce();
  expect(server.changeContent).toHaveBeenCalledExactlyOnceWith({
    contentId: 7,
    basedOn: 1,
    writeKey,
    texts: { en: { descr: 'Of Titus' } },
  });
});
