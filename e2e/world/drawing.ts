/** Drawing on snapshots, and checking pixels. Positions are fractions of the picture, so they are equal on every screen. */
import { expect, type Locator } from '@playwright/test';
import type { Person } from './person';
import { shownSnapshotOf, tilesOf } from './steps';

export type Spot = readonly [x: number, y: number];
type Rgb = readonly [red: number, green: number, blue: number];

const drawingOf = ({ page }: Person): Locator => page.getByTestId('drawing');

/** Opens the first snapshot, and waits until it can be drawn on. */
export async function openSnapshot(person: Person) {
  await tilesOf(person).first().click();
  await expectDrawable(person);
}

export async function expectDrawable(person: Person) {
  await expect(drawingOf(person).locator('canvas').first()).toBeVisible();
}

/** The position on the page of a position in the picture. */
async function onPage(person: Person, [x, y]: Spot) {
  const box = await shownSnapshotOf(person).boundingBox();
  if (!box) throw new Error('No snapshot is shown');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

export async function moveTo(person: Person, ...way: readonly Spot[]) {
  for (const spot of way) {
    const { x, y } = await onPage(person, spot);
    await person.page.mouse.move(x, y, { steps: 5 });
  }
}

/** Draws with a pen from point to point, without lifting it. */
export async function penDown(person: Person, ...[first, ...way]: readonly Spot[]) {
  if (!first) return;
  const { mouse } = person.page;
  const start = await onPage(person, first);
  await mouse.move(start.x, start.y);
  await mouse.down();
  await moveTo(person, ...way);
}

export const penUp = ({ page }: Person) => page.mouse.up();

export async function draw(person: Person, ...way: readonly Spot[]) {
  await penDown(person, ...way);
  await penUp(person);
}

/** Draws with a pressure-sensitive pen from point to point, and lifts it. */
export async function drawPressed(person: Person, way: readonly (readonly [spot: Spot, force: number])[]) {
  const browser = await person.page.context().newCDPSession(person.page);
  const [first, last] = [way[0], way.at(-1)];
  if (!first || !last) return;
  const pen = { button: 'left', buttons: 1, pointerType: 'pen', clickCount: 1 } as const;
  const put = async (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [spot, force]: typeof first) =>
    await browser.send('Input.dispatchMouseEvent', { ...pen, type, force, ...(await onPage(person, spot)) });
  await put('mousePressed', first);
  for (const step of way.slice(1)) await put('mouseMoved', step);
  await put('mouseReleased', last);
}

/**
 * The colour drawn at a position on a person's screen; null: none. On a small screen a line is a few pixels wide, with its white
 * edge, so the most saturated of the neighbouring pixels counts.
 */
export async function pixelAt(person: Person, spot: Spot): Promise<Rgb | null> {
  const at = await onPage(person, spot);
  return drawingOf(person).evaluate((area, { x, y }) => {
    const found = [...area.querySelectorAll('canvas')].flatMap((canvas) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const column = Math.round(((x - left) * canvas.width) / width) - 2;
      const row = Math.round(((y - top) * canvas.height) / height) - 2;
      const data = canvas.getContext('2d')?.getImageData(column, row, 5, 5).data ?? [];
      return Array.from({ length: data.length / 4 }, (_, pixel) => Array.from(data.slice(pixel * 4, pixel * 4 + 4)));
    });
    const colored = ([red = 0, green = 0, blue = 0]: number[]) =>
      Math.max(red, green, blue) - Math.min(red, green, blue);
    const [best] = found
      .filter((pixel) => (pixel[3] ?? 0) > 250)
      .toSorted((one, other) => colored(other) - colored(one));
    const [red = 0, green = 0, blue = 0] = best ?? [];
    return best ? ([red, green, blue] as const) : null;
  }, at);
}

/** This colour is drawn there on that person's screen. */
export const expectDrawn = (person: Person, spot: Spot, color: Rgb | null) =>
  expect.poll(async () => color !== null && apart(await pixelAt(person, spot), color)).toBeLessThan(24);

export const expectNothing = (person: Person, spot: Spot) => expect.poll(() => pixelAt(person, spot)).toBeNull();

/** A pixel of a displayed image, read from the image data. */
export const pixelOfImage = (image: Locator, [x, y]: Spot): Promise<Rgb | null> =>
  image.evaluate(
    async (element: HTMLImageElement, [shareX, shareY]) => {
      await element.decode();
      const canvas = document.createElement('canvas');
      canvas.width = element.naturalWidth;
      canvas.height = element.naturalHeight;
      const context = canvas.getContext('2d');
      context?.drawImage(element, 0, 0);
      const [red = 0, green = 0, blue = 0] =
        context?.getImageData(Math.round(canvas.width * shareX), Math.round(canvas.height * shareY), 1, 1).data ?? [];
      return [red, green, blue] as const;
    },
    [x, y] as const,
  );

/** A person's drawing colour, as shown in the toolbar. */
export async function colorOf({ page }: Person): Promise<Rgb> {
  const color = await page
    .getByText(/^You’re drawing in/)
    .locator('i')
    .evaluate((dot) => getComputedStyle(dot).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** The distance of two colours, because compression changes them slightly. */
export const apart = (one: Rgb | null, other: Rgb): number =>
  one === null ? 999 : Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
