import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { createBanner } from './banner';

const given = {
  product: 'Earth',
  url: 'http://localhost:3000',
  isLan: false,
  isMailShown: false,
  mailUrl: undefined,
  demoPeople: [],
};

test('the start warns if nobody reads the leads, and only then', async () => {
  expect(await createBanner({ ...given, areLeadsRead: false })).toMatch(/No one receives .* SITE_COMPANY or LEADS_URL/);
  expect(await createBanner({ ...given, areLeadsRead: true })).not.toContain('No one receives');
});

const ESCAPE = String.fromCharCode(27);

/** The picture that a terminal shows: each character is two pixels, one over the other. */
function pictureIn(banner: string) {
  const row = new RegExp(`${ESCAPE}\\[97;40m(.*?)${ESCAPE}\\[0m`, 'g');
  const rows = [...banner.matchAll(row)].map(([, pixels = '']) => pixels);
  const width = rows[0]?.length ?? 0;
  const isLight = (x: number, y: number) => (y % 2 === 0 ? '█▀' : '█▄').includes(rows[Math.floor(y / 2)]?.[x] ?? '');
  const scale = 4;
  const [side, height] = [width * scale, rows.length * 2 * scale];
  const data = new Uint8ClampedArray(side * height * 4).fill(255);
  for (let at = 0; at < side * height; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)].map((place) => Math.floor(place / scale));
    if (!isLight(x ?? 0, y ?? 0)) data.set([0, 0, 0], at * 4);
  }
  return { data, width: side, height };
}

test('in a local network the banner has the address as a QR code that can be read', async () => {
  const url = 'https://192.168.1.10:8443';
  const banner = await createBanner({ ...given, url, isLan: true, areLeadsRead: true });
  expect(decodeQR(pictureIn(banner))).toBe(url);
});
