import { type ContentItem, ContentView } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';

const enders: (() => void)[] = [];
vi.mock('./index', () => ({ onSessionEnd: (ender: () => void) => enders.push(ender) }));
const { readSaved, removeSaved, saveContent } = await import('./saved-contents');

const item = (id: number, visibility: 'public' | 'company' = 'public'): ContentItem => ({
  content: {
    id,
    extlId: null,
    locale: 'en',
    title: `Piece ${id}`,
    descr: '',
    date: 0,
    imageUrl: null,
    image: null,
    imageUrls: [],
    images: [],
    videoUrl: null,
    attchmUrl: null,
    attchmName: null,
    attchmDescr: null,
    audioUrl: null,
    webUrl: null,
    phone: null,
    email: null,
    fax: null,
    skype: null,
    youtubeUrl: null,
    youtubeName: null,
    fbUrl: null,
    instUrl: null,
    linkedinUrl: null,
    twUrl: null,
    pinUrl: null,
    googleUrl: null,
    lat: 0,
    long: 0,
    ecommerceUrl: null,
    price: 0,
    tag: null,
    ctnType: 1,
    ctnView: ContentView.info,
    catId: null,
    brandId: null,
    groupId: null,
    visibility,
    ownerId: '01a20000-0000-7000-8000-000000000001',
  },
  brand: null,
  skin: null,
});
const ids = () => readSaved().map(({ content }) => content.id);

beforeEach(() => localStorage.clear());

test('Discover 4, Favourites: what is added stands first, and is there once; what is removed is gone', () => {
  saveContent(item(1));
  saveContent(item(2));
  saveContent(item(1));
  expect(ids()).toEqual([1, 2]);

  const putBack = removeSaved(1);
  expect(ids()).toEqual([2]);
  putBack();
  expect(ids()).toEqual([1, 2]);
  expect(JSON.parse(localStorage.getItem('favorite_contents') ?? '')).toHaveLength(2);
});

test('what is not for everybody goes with the session of who saved it', () => {
  saveContent(item(1));
  saveContent(item(2, 'company'));

  for (const end of enders) end();

  expect(ids()).toEqual([1]);
});

test.each(['{', '"text"', '[{"content":{}}]'])('what cannot be read is nothing: %s', (text) => {
  localStorage.setItem('favorite_contents', text);
  expect(readSaved()).toEqual([]);
});
