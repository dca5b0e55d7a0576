import type { Content } from '@earth/contracts';
import { expect, test } from 'vitest';
import { testItem } from '../../../testing/contents';
import { contactRows } from './contact-rows';

const rowsOf = (change: Partial<Content>, price = '') => contactRows(testItem(change).content, price);

test('D5.6: absent fields have no row', () => {
  expect(rowsOf({})).toEqual([]);
  expect(rowsOf({ webUrl: '', phone: '', email: '', skype: ' ', fax: 'x' })).toEqual([]);
});

test.each<[Partial<Content>, string, string, string]>([
  [{ webUrl: 'https://www.museum.example/head/' }, 'web', 'https://www.museum.example/head/', 'museum.example/head'],
  [{ phone: '+39 333 123 4567' }, 'phone', 'tel:+393331234567', '+39 333 123 4567'],
  [{ email: 'info@museum.example' }, 'email', 'mailto:info@museum.example', 'info@museum.example'],
  [{ fax: '(+39) 0522 123456' }, 'fax', 'tel:+390522123456', '(+39) 0522 123456'],
  [{ fax: '0522/12.34.56' }, 'fax', 'tel:0522123456', '0522/12.34.56'],
  [{ youtubeUrl: 'https://youtu.be/x', youtubeName: 'A tour' }, 'youtube', 'https://youtu.be/x', 'A tour'],
  [{ attchmUrl: '/media/1/file.pdf', attchmName: 'Guide' }, 'pdf', '/media/1/file.pdf', 'Guide'],
  [{ attchmUrl: 'https://a.example/g.pdf', attchmDescr: '12 pages' }, 'pdf', 'https://a.example/g.pdf', '12 pages'],
  [{ skype: 'live:museum desk?call' }, 'skype', 'skype:live:museum%20desk%3Fcall?chat', 'live:museum desk?call'],
  [{ fbUrl: 'https://www.facebook.com/m' }, 'facebook', 'https://www.facebook.com/m', 'facebook.com/m'],
  [{ instUrl: 'https://instagram.com/m' }, 'instagram', 'https://instagram.com/m', 'instagram.com/m'],
  [{ linkedinUrl: 'https://linkedin.com/m' }, 'linkedin', 'https://linkedin.com/m', 'linkedin.com/m'],
  [{ twUrl: 'https://twitter.com/m' }, 'twitter', 'https://twitter.com/m', 'twitter.com/m'],
  [{ googleUrl: 'https://maps.google.com/m' }, 'google', 'https://maps.google.com/m', 'maps.google.com/m'],
  [{ googleUrl: 'https://www.google.co.uk/m' }, 'google', 'https://www.google.co.uk/m', 'google.co.uk/m'],
  [{ googleUrl: 'https://maps.app.goo.gl/m' }, 'google', 'https://maps.app.goo.gl/m', 'maps.app.goo.gl/m'],
  [{ googleUrl: 'https://museum.example/m' }, 'page', 'https://museum.example/m', 'museum.example/m'],
  [{ googleUrl: 'https://google.evil.example' }, 'page', 'https://google.evil.example/', 'google.evil.example'],
  [{ pinUrl: 'https://pinterest.it/m' }, 'pinterest', 'https://pinterest.it/m', 'pinterest.it/m'],
  [{ ecommerceUrl: 'https://shop.example' }, 'shop', 'https://shop.example/', 'shop.example'],
])('D2.48: %o opens its app', (change, kind, href, value) => {
  expect(rowsOf(change)).toMatchObject([{ kind, href, value }]);
});

test('the shared page has no row of its own if it is the website', () => {
  const webUrl = 'https://museum.example/head';
  expect(rowsOf({ webUrl, googleUrl: webUrl }).map(({ kind }) => kind)).toEqual(['web']);
  expect(rowsOf({ webUrl, googleUrl: `${webUrl}/2` }).map(({ kind }) => kind)).toEqual(['web', 'page']);
});

test('shows the price at the shop if there is one', () => {
  expect(rowsOf({ ecommerceUrl: 'https://shop.example' }, '€12.00')).toMatchObject([{ value: '€12.00' }]);
});

test('shows a position only if both coordinates are non-zero', () => {
  const [row] = rowsOf({ lat: 44.698, long: -10.629 });
  expect(row).toMatchObject({ kind: 'map', value: '44.69800, -10.62900' });
  expect(row?.href).toBe('https://www.openstreetmap.org/directions?to=44.698%2C-10.629#map=18/44.698/-10.629');
  expect(rowsOf({ lat: 44.698, long: 0 })).toEqual([]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a.example@evil.example', 'file:///x'])(
  'omits an invalid web address: %s',
  (text) => {
    const all = {
      webUrl: text,
      youtubeUrl: text,
      attchmUrl: text,
      fbUrl: text,
      ecommerceUrl: text,
      pinUrl: text,
      googleUrl: text,
    };
    expect(rowsOf({ ...all, email: text, phone: text })).toEqual([]);
  },
);
