import type { CallLabels } from '@earth/contracts';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../platform/http/api-error';
import type { Labels } from '../../history/model/labels';
import type { OpenedLabels } from '../../history';
import { saveLabels } from './save-labels';

const labels = (reference: string, ...tags: string[]): Labels => ({ reference, tags });
const changed = new ApiError({ code: 409, error: 'conflict', message: 'changed' });

/** The server's labels, of which `version` is the date. */
let stored: { opened: OpenedLabels; version: number };
let written: Labels[];
const dateOf = (version: number) => (version === 0 ? null : `v${version}`);
const ports = {
  read: async () => ({ opened: stored.opened, date: dateOf(stored.version) }),
  write: async (mine: Labels, date: string | null) => {
    if (date !== dateOf(stored.version)) throw changed;
    stored = { opened: mine, version: stored.version + 1 };
    written.push(mine);
    return { date: dateOf(stored.version) } as CallLabels;
  },
};
beforeEach(() => {
  stored = { opened: labels('', 'theirs'), version: 1 };
  written = [];
});

test('labels over nothing that are refused, because another controller was faster, are merged and saved', async () => {
  const outcome = await saveLabels(ports, { labels: labels(''), date: null }, labels('ORD-1', 'mine'));
  expect(outcome).toMatchObject({ type: 'saved', labels: labels('ORD-1', 'theirs', 'mine') });
  expect(written).toEqual([labels('ORD-1', 'theirs', 'mine')]);
});

test('two references are not merged: the user chooses, and then it is saved over theirs', async () => {
  stored = { opened: labels('ORD-2', 'theirs'), version: 3 };
  const outcome = await saveLabels(ports, { labels: labels('ORD-0'), date: 'v1' }, labels('ORD-1', 'mine'));
  if (outcome.type !== 'conflict') throw new Error('There is no conflict');
  expect(outcome).toMatchObject({ base: { labels: labels('ORD-2', 'theirs'), date: 'v3' } });
  expect(outcome.mine).toEqual(labels('ORD-1', 'theirs', 'mine'));
  expect(written).toEqual([]);
  expect(await saveLabels(ports, outcome.base, outcome.mine)).toMatchObject({ type: 'saved' });
});

test('labels that cannot be read here are not replaced unasked', async () => {
  stored = { opened: null, version: 2 };
  const outcome = await saveLabels(ports, { labels: labels('A'), date: 'v1' }, labels('B'));
  expect(outcome).toEqual({ type: 'unreadable', base: { labels: labels('A'), date: 'v2' } });
});

test('any other refusal is the caller’s', async () => {
  const away = new ApiError({ code: 0, error: null, message: '' });
  const write = async () => {
    throw away;
  };
  await expect(saveLabels({ ...ports, write }, { labels: labels(''), date: null }, labels('A'))).rejects.toBe(away);
});
