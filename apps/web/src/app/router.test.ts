import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { logLines, LogLevel } from '../platform/app-log';
import { createAppRouter } from './router';

const router = createAppRouter();
const read = (path: string, search: object) => router.matchRoutes(path, search).at(-1)?.search;

test.each([
  ['/login/', { to: 'https://evil.example' }],
  ['/login/', { to: '//evil.example' }],
  ['/landing', { to: 'https://evil.example', contentid: 'x' }],
  ['/rooms/0190b000-0000-7000-8000-000000000001', { message: 'last' }],
  ['/earth', { q: { a: 1 } }],
  ['/content-list/', { cid: 'all', q: [] }],
  ['/contact', { brand: {}, note: [1] }],
  ['/content-detail/1', { tab: 'secret' }],
])('drops search parameters that a page does not accept: %s %j', (path, search) => {
  const taken = Object.entries(read(path, search) ?? {}).filter(
    ([name]) => !['contentid', 'keypointid'].includes(name),
  );
  for (const [, value] of taken) expect([undefined, 0]).toContain(value);
});

test('passes valid search parameters to the pages', () => {
  expect(read('/login/', { to: '/people' })).toMatchObject({ to: '/people' });
  expect(read('/earth', { q: 204 })).toMatchObject({ q: '204' });
  expect(read('/landing', { keypointid: 7, contentid: 3 })).toMatchObject({ contentId: 7 });
});

test('D2.19, D2.20: the recognition has a camera and three pages of results, each of the catalogue that the address names', () => {
  for (const path of [
    '/asset-recognition',
    '/asset-recognition-result',
    '/bounding-box-result/',
    '/photo-gallery-result/',
  ]) {
    expect(router.matchRoutes(path, {}).at(-1)?.fullPath, path).toBe(path);
    const named = { model: 'TILES', customer: 'ATELIER' };
    expect(read(path, named), path).toMatchObject(named);
  }
});

test('D9.9: the verbose log names the shown page, and nothing of its content', async () => {
  router.update({ history: createMemoryHistory({ initialEntries: ['/login/?to=%2Fpeople'] }) } as never);
  await router.load();
  expect(logLines().at(-1)).toMatchObject({ level: LogLevel.verbose, words: 'page: /login/' });
});
