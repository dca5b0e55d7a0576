import { beforeEach, expect, test, vi } from 'vitest';
import { testEntry } from '../testing/contents';
import { ApiError, NO_ANSWER } from './api-error';

const getMenu = vi.fn<() => Promise<unknown>>();
const offlineMenu = [
  { id: 14830, code: '/ar', en: 'AR', it: 'AR' },
  { id: 14603, code: '/tutorial', en: 'Tutorial', it: 'Guida' },
];
vi.mock('./index', async () => ({ ...(await import('./api-error')), api: { getMenu: () => getMenu() } }));
vi.mock('./config', () => ({ getConfig: () => ({ brand: { discover: { offlineMenu } } }) }));
const { menuQuery } = await import('./content-queries');

const ask = async (l: 'en' | 'it' = 'en') => await (menuQuery(l).queryFn as () => Promise<unknown>)();
const noAnswer = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const entry = testEntry();

beforeEach(() => {
  localStorage.clear();
  getMenu.mockReset();
});

test('Discover 3, the default offline menu: AR and Tutorial, both ctnType 1 and ctnView 1', async () => {
  getMenu.mockRejectedValue(noAnswer);
  expect(await ask('it')).toEqual([
    { ...entry, id: 14830, title: 'AR', code: '/ar' },
    { ...entry, id: 14603, title: 'Guida', code: '/tutorial' },
  ]);
});

test('Discover 3, Local storage menu: what was loaded is there without the net', async () => {
  getMenu.mockResolvedValueOnce([entry]);
  await ask();
  getMenu.mockRejectedValue(noAnswer);
  expect(await ask()).toEqual([entry]);
});

test('what is kept in the other language is better than the menu of the build', async () => {
  getMenu.mockResolvedValueOnce([entry]);
  await ask('it');
  getMenu.mockRejectedValue(noAnswer);
  expect(await ask('en')).toEqual([entry]);
});

test('a server that refuses says so where nothing is kept', async () => {
  getMenu.mockRejectedValue(new ApiError({ code: 500, error: 'internal', message: '' }));
  await expect(ask()).rejects.toThrow(ApiError);
});
