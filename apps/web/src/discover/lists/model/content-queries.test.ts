import { beforeEach, expect, test, vi } from 'vitest';
import { testEntry, testItem } from '../../../testing/contents';
import { api, ApiError, NO_ANSWER } from '../../../platform';
import { contentQuery, menuQuery } from './content-queries';
import { readSaved, saveContent } from './saved-contents';
import { giveConfig } from '../../../testing/config';

const getMenu = vi.spyOn(api, 'getMenu');
const getContent = vi.spyOn(api, 'getContent');
const offlineMenu = [
  { id: 14830, code: '/ar', en: 'AR', it: 'AR' },
  { id: 14603, code: '/tutorial', en: 'Tutorial', it: 'Guida' },
];
giveConfig({ brand: { discover: { offlineMenu } } });

const ask = async (l: 'en' | 'it' = 'en') => await (menuQuery(l).queryFn as () => Promise<unknown>)();
const noAnswer = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const entry = testEntry();

beforeEach(() => {
  localStorage.clear();
  getMenu.mockReset();
});

test('D3.6: the default offline menu has AR and Tutorial, with ctnType 1 and ctnView 1', async () => {
  getMenu.mockRejectedValue(noAnswer);
  expect(await ask('it')).toEqual([
    { ...entry, id: 14830, title: 'AR', code: '/ar' },
    { ...entry, id: 14603, title: 'Guida', code: '/tutorial' },
  ]);
});

test('D3.28: menu: the loaded menu is shown without a network', async () => {
  getMenu.mockResolvedValueOnce([entry]);
  await ask();
  getMenu.mockRejectedValue(noAnswer);
  expect(await ask()).toEqual([entry]);
});

test("prefers a stored menu in the other language to the build's menu", async () => {
  getMenu.mockResolvedValueOnce([entry]);
  await ask('it');
  getMenu.mockRejectedValue(noAnswer);
  expect(await ask('en')).toEqual([entry]);
});

test("reports the server's refusal if no menu is stored", async () => {
  getMenu.mockRejectedValue(new ApiError({ code: 500, error: 'internal', message: '' }));
  await expect(ask()).rejects.toThrow(ApiError);
});

test.each([
  ['is not there any more', new ApiError({ code: 404, error: 'notFound', message: '' }), []],
  ['is not allowed', new ApiError({ code: 403, error: 'notAllowed', message: '' }), []],
  ['gets no answer', noAnswer, ['Head of a ruler']],
  ['a proxy does not find', new ApiError({ code: 404, error: null, message: '' }), ['Head of a ruler']],
  ['has changed', testItem({ title: 'Now' }), ['Now']],
])('updates the saved copy of a content that %s', async (_, answer, titles) => {
  saveContent(testItem());
  getContent.mockImplementation(async () => {
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  await (contentQuery('en', 1).queryFn as () => Promise<unknown>)().catch(() => undefined);
  expect(readSaved().map(({ content }) => content.title)).toEqual(titles);
});
