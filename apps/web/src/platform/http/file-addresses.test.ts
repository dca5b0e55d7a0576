import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { storeServer } from '../server-address';
import { completeAddresses, shortenAddresses } from './file-addresses';

const SERVER = 'https://help.example.com';

const sent = {
  title: '/tiles',
  descr: 'see /media/1 for more',
  imageUrl: '/media/7/file.webp?s=sig',
  webUrl: 'https://maker.example/media/7',
  image: { sources: [{ url: '/media/7/480.webp', width: 480 }] },
  imageUrls: ['/pictures/a.webp', '/brand/logo.svg'],
  fileUrl: '/storage/calls/1/a',
  attachment: null,
};

const completed = {
  ...sent,
  imageUrl: `${SERVER}/media/7/file.webp?s=sig`,
  image: { sources: [{ url: `${SERVER}/media/7/480.webp`, width: 480 }] },
  imageUrls: [`${SERVER}/pictures/a.webp`, `${SERVER}/brand/logo.svg`],
};

beforeEach(() => storeServer(SERVER));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('in the mobile shell, completes the addresses of files, and nothing else', () => {
  standInShell({});
  expect(completeAddresses(sent)).toEqual(completed);
});

test('what is sent back has the addresses that the server knows', () => {
  standInShell({});
  expect(shortenAddresses(completed)).toEqual(sent);
  // A link to a page of the server is the user's text.
  const text = { webUrl: `${SERVER}/content-detail/7` };
  expect(shortenAddresses(text)).toEqual(text);
});

test('files and dates of a body stay what they are', () => {
  standInShell({});
  const [file, date] = [new File(['a'], 'a.txt'), new Date(0)];
  const changed = shortenAddresses({ file, dates: [date] });
  expect(changed.file).toBe(file);
  expect(changed.dates[0]).toBe(date);
});

test('in a browser nothing is copied or changed', () => {
  expect(completeAddresses(sent)).toBe(sent);
  expect(shortenAddresses(completed)).toBe(completed);
});
