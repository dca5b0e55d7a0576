import { expect, test } from 'vitest';
import { testItem } from '../../../testing/contents';
import { testFiles } from '../../../testing/kept-files';
import { SAVED_PICTURES } from '../../../platform/storage/kept-files';
import { dropPictures, keepPictures, picturesOf, renewPictures } from './saved-pictures';

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

test('what is saved has its pictures on the device, each in the width of a phone; those of elsewhere are not taken', async () => {
  const files = testFiles();
  await keepPictures(item, files);
  expect(files.names(SAVED_PICTURES)).toEqual(['/media/a/800.webp', '/media/b/800.webp']);
  await dropPictures(item, files);
  expect(files.names(SAVED_PICTURES)).toEqual([]);
});

test('of what is not for everybody, and of what is signed, none is taken', () => {
  expect(picturesOf(testItem({ ...item.content, visibility: 'company' }))).toEqual([]);
  expect(picturesOf(testItem({ imageUrl: '/media/a/picture.jpg?e=1&s=2' }))).toEqual([]);
});

test('one that does not come takes no other with it', async () => {
  const files = testFiles(async (url) => new Response('x', { status: url.includes('/a/') ? 404 : 200 }));
  await keepPictures(item, files);
  expect(files.names(SAVED_PICTURES)).toEqual(['/media/b/800.webp']);
});

test('of many the newest stay', async () => {
  const files = testFiles();
  for (let id = 0; id < 402; id += 1) await keepPictures(testItem({ imageUrl: `/media/p${id}/picture.jpg` }), files);
  expect(files.names(SAVED_PICTURES)).toHaveLength(400);
  expect(files.names(SAVED_PICTURES)[0]).toBe('/media/p2/picture.jpg');
});

test('of a copy that is renewed those stay that it still has; none, where it was taken out meanwhile', async () => {
  const asked: string[] = [];
  const files = testFiles(async (url) => {
    asked.push(url);
    return new Response('x');
  });
  await keepPictures(item, files);
  const other = testItem({ ...item.content, image: picture('c'), imageUrl: '/media/c/picture.jpg' });
  await renewPictures(item, other, () => true, files);
  expect(files.names(SAVED_PICTURES).toSorted()).toEqual(['/media/b/800.webp', '/media/c/800.webp']);
  expect(asked).toEqual(['/media/a/800.webp', '/media/b/800.webp', '/media/c/800.webp']);
  await renewPictures(other, item, () => false, files);
  expect(files.names(SAVED_PICTURES)).toEqual([]);
});
