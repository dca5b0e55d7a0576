/** What is sent of what is typed. */
import { expect, test } from 'vitest';
import { emptyIn, emptyValues, missingIn, removedIn, untitled, type Values, valuesOf } from './values';
import { orderOf, writtenOf } from './written';
import { testItem } from '../../../testing/contents';

const base: Values = {
  ...emptyValues,
  'en.title': 'Arch',
  'en.attchm': { url: '/media/1/file.pdf' },
  'en.attchmName': 'Guide',
  image: { url: '/media/2/full.jpg' },
  webUrl: 'https://museum.example/',
  price: '12.5',
  place: { lat: 44, long: 10 },
  gallery: [{ url: '/a' }, { url: '/b' }],
};
const chosen = { data: 'data:application/pdf;base64,AA', name: 'new.pdf' };

test('sends only what changed, and null for what is cleared', () => {
  expect(writtenOf(base, base)).toEqual({});
  expect(writtenOf(base, { ...base, webUrl: ' ', price: '', place: null, phone: '347 1234567' })).toEqual({
    webUrl: null,
    price: 0,
    lat: null,
    long: null,
    phone: '347 1234567',
  });
  expect(writtenOf(base, { ...base, price: '0,005' })).toEqual({ price: 0.005 });
});

test('D4.24: a replaced file is sent without the former address; a removed one is null', () => {
  expect(writtenOf(base, { ...base, 'en.attchm': chosen })).toEqual({
    texts: { en: { attchmBase64: chosen.data, attchmName: 'Guide', attchmDescr: null } },
  });
  expect(writtenOf(base, { ...base, 'en.attchm': null })).toEqual({ texts: { en: { attchmUrl: null } } });
  expect(writtenOf(base, { ...base, image: chosen })).toEqual({ imageBase64: chosen.data });
  expect(writtenOf(base, { ...base, image: null })).toEqual({ imageUrl: null });
});

test('texts of both languages go together; a language without anything is not sent', () => {
  expect(writtenOf(emptyValues, { ...emptyValues, 'en.title': 'Arch', 'it.title': '<b>Arco</b>' })).toEqual({
    texts: { en: { title: 'Arch' }, it: { title: '<b>Arco</b>' } },
  });
  expect(writtenOf(emptyValues, { ...emptyValues, 'en.title': 'Arch' })).toEqual({ texts: { en: { title: 'Arch' } } });
});

test('a stored language that is emptied is removed', () => {
  const stored = { ...base, 'it.title': 'Arco', 'it.descr': 'Di Tito', 'it.audio': { url: '/media/3/file.mp3' } };
  const values = { ...stored, ...emptyIn('it') };
  expect(removedIn(values, stored)).toEqual(['it']);
  expect(untitled(values)).toEqual([]);
  expect(writtenOf(stored, values)).toEqual({ texts: { it: null } });
});

test('the gallery keeps its order, with new pictures in the middle too', () => {
  const picture = { data: 'data:image/jpeg;base64,AA', name: 'c.jpg' };
  const values = { ...base, gallery: [{ url: '/b' }, picture, { url: '/a' }] };
  expect(writtenOf(base, values)).toEqual({ imageUrls: ['/b', '/a'], imagesBase64: [picture.data] });
  expect(orderOf(values, ['/b', '/a', '/c'])).toEqual(['/b', '/c', '/a']);
  expect(orderOf({ ...base, gallery: [{ url: '/b' }, picture] }, ['/b', '/c'])).toBeNull();
  expect(writtenOf(base, { ...base, gallery: [] })).toEqual({ imageUrls: [] });
});

test('D5.14: a title is missing in each language that has something, and in a new content', () => {
  expect(untitled(emptyValues)).toEqual(['en']);
  expect(untitled({ ...emptyValues, 'it.descr': 'Di Tito' })).toEqual(['it']);
  expect(untitled({ ...emptyValues, 'it.descr': 'Di Tito', 'it.title': ' ' })).toEqual(['it']);
  expect(untitled({ ...emptyValues, 'it.title': 'Arco' })).toEqual([]);
});

test('what the date shows is sent if it changes', () => {
  const stored = { ...emptyValues, ctnType: '1' };
  expect(writtenOf(stored, { ...stored, ctnType: '2' })).toEqual({ ctnType: 2 });
  expect(writtenOf(stored, stored)).toEqual({});
});

test('a category is taken away by null; visibility and the order of related contents are sent if they change', () => {
  const stored = { ...base, catId: '7', related: [4, 5] };
  expect(writtenOf(stored, { ...stored, catId: '', related: [5, 4], visibility: 'public' })).toEqual({
    catId: null,
    related: [5, 4],
    visibility: 'public',
  });
  expect(writtenOf(stored, { ...stored, catId: '8' })).toEqual({ catId: 8 });
  expect(writtenOf(base, { ...base, model: { data: 'data:;base64,AA', name: 'a.glb' } })).toEqual({
    modelBase64: 'data:;base64,AA',
  });
});

test('counts what a language lacks of the other one', () => {
  expect(missingIn(base, 'it')).toBe(3);
  expect(missingIn(base, 'en')).toBe(0);
});

test('a content that is read and not changed has nothing to send', () => {
  const texts = {
    title: 'Arch',
    descr: 'a\r\nb',
    attchmUrl: null,
    attchmName: null,
    attchmDescr: null,
    audioUrl: null,
  };
  const item = testItem({ lat: 44.7, long: 10.6, price: 3, brandId: 7 });
  const values = valuesOf({ item, texts: { en: texts, it: null }, skinId: 8, related: [4, 5] });
  expect(values).toMatchObject({
    'en.title': 'Arch',
    'it.title': '',
    price: '3',
    brandId: '7',
    skinId: '8',
    place: { lat: 44.7, long: 10.6 },
  });
  expect(writtenOf(values, { ...values, 'en.descr': 'a\nb' })).toEqual({});
  expect(writtenOf(values, { ...values, brandId: '9', skinId: '' })).toEqual({ brandId: 9, skinId: null });
});
