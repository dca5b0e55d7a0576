import { expect, test } from 'vitest';
import { testItem } from '../../../testing/contents';
import { testFiles } from '../../../testing/kept-files';
import { SAVED_PICTURES } from '../../../platform/storage/kept-files';
import { dropPictures, storePictures, picturesOf, updatePictures } from './saved-pictures';

const picture = (id: string) => ({
  width: 1600,
  height: 1200,
  placeholder: '',
  sources: [1600, 400, 800].map((width) => ({ url: `/media/${id}/${width}.webp`, width, type: 'image/webp' })),
});

const item = testItem({
  imageUrl: '/media/a/picture.jpg',
  image: picture('a'),
  imageUrls: ['/media/b/picture.jpg', 'https://elsewhere.example/c.jpg'],
  images: [picture('b'), null],
});

test("stores the pictures of a saved content, in a phone's width; no external ones", async () => {
  const files = testFiles();
  await storePictures(item, files);
  expect(files.names(SAVED_PICTURES)).toEqual(['/media/a/800.webp', '/media/b/800.webp']);
  await dropPictures(item, files);
  expect(files.names(SAVED_PICTURES)).toEqual([]);
});

test('stores no pictures of private contents, and no signed ones', () => {
  expect(picturesOf(testItem({ ...item.content, visibility: 'company' }))).toEqual([]);
  expect(picturesOf(testItem({ imageUrl: '/media/a/picture.jpg?e=1&s=2' }))).toEqual([]);
});

test('a picture that fails to load does not affect the others', async () => {
  const files = testFiles(async (url) => new Response('x', { status: url.includes('/a/') ? 404 : 200 }));
  await storePictures(item, files);
  expect(files.names(SAVED_PICTURES)).toEqual(['/media/b/800.webp']);
});

test('keeps the newest when there are many', async () => {
  const files = testFiles();
  for (let id = 0; id < 402; id += 1) await storePictures(testItem({ imageUrl: `/media/p${id}/picture.jpg` }), files);
  expect(files.names(SAVED_PICTURES)).toHaveLength(400);
  expect(files.names(SAVED_PICTURES)[0]).toBe('/media/p2/picture.jpg');
});

test('an updated copy keeps the pictures it still has; none, if it was removed meanwhile', async () => {
  const requests: string[] = [];
  const files = testFiles(async (url) => {
    requests.push(url);
    return new Response('x');
  });
  await storePictures(item, files);
  const other = testItem({ ...item.content, image: picture('c'), imageUrl: '/media/c/picture.jpg' });
  await updatePictures(item, other, () => true, files);
  expect(files.names(SAVED_PICTURES).toSorted()).toEqual(['/media/b/800.webp', '/media/c/800.webp']);
  expect(requests).toEqual(['/media/a/800.webp', '/media/b/800.webp', '/media/c/800.webp']);
  await updatePictures(other, item, () => false, files);
  expect(files.names(SAVED_PICTURES)).toEqual([]);
});
