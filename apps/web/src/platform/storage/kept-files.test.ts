import { expect, test } from 'vitest';
import { testFiles } from '../../testing/kept-files';
import { MEDIA, trimBytes } from './kept-files';

test('the oldest files go until the others fit', async () => {
  const files = testFiles();
  const cache = await files.open(MEDIA);
  for (const [name, length] of [
    ['/first', 4],
    ['/second', 5],
    ['/third', 3],
  ] as const)
    await cache.put(name, new Response('x', { headers: { 'content-length': String(length) } }));
  await trimBytes(cache, 8);
  expect(files.names(MEDIA)).toEqual(['/second', '/third']);
});
