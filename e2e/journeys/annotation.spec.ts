/** Drawing on snapshots: a stroke appears on the other screen at the same place while the pen moves, and stays. */
import {
  apart,
  colorOf,
  draw,
  drawPressed,
  expectDrawable,
  expectDrawn,
  expectNothing,
  moveTo,
  openSnapshot,
  penDown,
  penUp,
  pixelAt,
  pixelOfImage,
} from '../world/drawing';
import { inspect } from '../world/inspect';
import { dismissCall, hangUp, shownSnapshotOf, stageOf, takeSnapshot, talk, tilesOf } from '../world/steps';
import { expect, test } from '../world/test';
import type { Person } from '../world/person';

/** A call in which the operator shows the first snapshot. */
async function withSnapshot(giulia: Person, luca: Person) {
  await talk(luca, giulia);
  await takeSnapshot(giulia);
  await openSnapshot(giulia);
  await expectDrawable(luca);
}

test('a stroke appears at the same place on the field user’s phone while the pen is still down', async ({
  person,
}, testInfo) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  const hers = await colorOf(giulia);
  await expectNothing(luca, [0.4, 0.3]);

  await penDown(giulia, [0.25, 0.3], [0.6, 0.3]);
  await expectDrawn(luca, [0.4, 0.3], hers);
  await expectDrawn(giulia, [0.4, 0.3], hers);
  await expectNothing(luca, [0.4, 0.35]);
  await expectNothing(luca, [0.8, 0.3]);
  await penUp(giulia);

  // The other tools, by their shortcuts.
  await giulia.page.keyboard.press('3');
  await draw(giulia, [0.1, 0.6], [0.4, 0.6]);
  await giulia.page.keyboard.press('7');
  await draw(giulia, [0.5, 0.5], [0.9, 0.9]);
  await giulia.page.keyboard.press('5');
  await draw(giulia, [0.2, 0.8]);
  await giulia.page.keyboard.press('6');
  await draw(giulia, [0.55, 0.55]);
  await giulia.page.keyboard.type('Valve 2');
  await giulia.page.keyboard.press('Enter');
  for (const spot of [
    [0.2, 0.6],
    [0.5, 0.7],
    [0.187, 0.8],
  ] as const)
    await expectDrawn(luca, spot, hers);
  await expect(luca.page.getByRole('img', { name: 'Snapshot 1, 5 strokes on the picture' })).toBeVisible();

  await giulia.page.screenshot({ path: testInfo.outputPath('desk.png') });
  await luca.page.screenshot({ path: testInfo.outputPath('phone.png') });
  // Zoomed in, the picture and the drawing stay aligned.
  await giulia.page.keyboard.press('+');
  await giulia.page.keyboard.press('+');
  await expectDrawn(giulia, [0.5, 0.7], hers);
  await giulia.page.keyboard.press('0');
});

test('colour and width are chosen, one stroke is erased and restored, and the call’s page shows what is left', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  const hers = await colorOf(giulia);
  await draw(giulia, [0.2, 0.2], [0.7, 0.2]);

  const tools = giulia.page.getByRole('toolbar', { name: 'Drawing tools' });
  await tools.getByRole('button', { name: 'Colour and width' }).click();
  await giulia.page.getByRole('radio', { name: 'red' }).check();
  await giulia.page.getByRole('radio', { name: 'thick' }).check();
  const red = await colorOf(giulia);
  expect(apart(red, hers)).toBeGreaterThan(80);
  await draw(giulia, [0.2, 0.5], [0.7, 0.5]);
  await expectDrawn(luca, [0.4, 0.5], red);
  // Twice as wide: this place is beside a line of the usual width.
  await expectDrawn(luca, [0.4, 0.507], red);
  await expectDrawn(luca, [0.4, 0.2], hers);

  // The eraser passes over the first line only.
  await giulia.page.keyboard.press('9');
  await draw(giulia, [0.5, 0.12], [0.5, 0.28]);
  await expectNothing(luca, [0.4, 0.2]);
  await expectDrawn(luca, [0.4, 0.5], red);
  await giulia.page.keyboard.press('Control+z');
  await expectDrawn(luca, [0.4, 0.2], hers);
  await giulia.page.keyboard.press('Control+Shift+z');
  await expectNothing(luca, [0.4, 0.2]);

  // The choice stays for the next snapshot.
  await giulia.page.keyboard.press('Escape');
  await openSnapshot(giulia);
  expect(await colorOf(giulia)).toEqual(red);
  await giulia.page.keyboard.press('Escape');

  await hangUp(giulia);
  await dismissCall(luca);
  await luca.page.getByRole('link', { name: /^Call with Giulia Ferri/ }).click();
  const picture = luca.page.getByRole('list', { name: 'Snapshots' }).getByRole('img').first();
  await expect.poll(async () => apart(await pixelOfImage(picture, [0.4, 0.5]), red)).toBeLessThan(24);
  expect(apart(await pixelOfImage(picture, [0.4, 0.2]), hers)).toBeGreaterThan(50);
});

test('pen pressure sets the width of a line, on the other screen and in the saved picture', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  const hers = await colorOf(giulia);
  await drawPressed(giulia, [
    [[0.3, 0.1], 0.05],
    [[0.3, 0.3], 0.05],
    [[0.3, 0.5], 0.05],
    [[0.3, 0.6], 1],
    [[0.3, 0.8], 1],
    [[0.3, 0.9], 1],
  ]);
  await expectDrawn(luca, [0.3, 0.75], hers);

  await giulia.page.getByRole('button', { name: 'Save as a new picture' }).click();
  await expect(tilesOf(luca).nth(1)).toHaveAttribute('data-state', 'ready');
  const saved = tilesOf(luca).nth(1).locator('img');
  const fromHers = async (x: number, y: number) => apart(await pixelOfImage(saved, [x, y]), hers);
  await expect.poll(() => fromHers(0.3, 0.75)).toBeLessThan(24);
  // Beside the centre of the line, which only a hard press reaches.
  expect(await fromHers(0.304, 0.75)).toBeLessThan(60);
  expect(await fromHers(0.304, 0.25)).toBeGreaterThan(80);
});

test('an author’s text is opened with a tap, deleted, restored and edited', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  const field = giulia.page.getByRole('textbox', { name: 'Text on the picture' });
  const seen = (name: string) => expect(luca.page.getByRole('img', { name, exact: true })).toBeVisible();
  const tapIt = () => draw(giulia, [0.34, 0.32]);
  await giulia.page.keyboard.press('6');
  await draw(giulia, [0.3, 0.3]);
  await giulia.page.keyboard.type('Valve 2');
  await giulia.page.keyboard.press('Enter');
  await seen('Snapshot 1, 1 stroke on the picture');

  await tapIt();
  await expect(field).toHaveValue('Valve 2');
  await field.fill('');
  await field.press('Enter');
  await seen('Snapshot 1');
  await giulia.page.keyboard.press('Control+z');
  await seen('Snapshot 1, 1 stroke on the picture');

  await tapIt();
  await expect(field).toHaveValue('Valve 2');
  await giulia.page.keyboard.press('End');
  await giulia.page.keyboard.type(' is shut');
  await giulia.page.keyboard.press('Enter');
  await tapIt();
  await expect(field).toHaveValue('Valve 2 is shut');
  await field.press('Escape');
  await seen('Snapshot 1, 1 stroke on the picture');
});

test('a field user may not draw, and points with a finger', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  await expect(luca.page.getByRole('toolbar', { name: 'Drawing tools' })).toHaveCount(0);

  await penDown(luca, [0.3, 0.5], [0.5, 0.5]);
  // The pointer fades quickly, so the finger keeps moving until it is seen.
  await expect
    .poll(async () => {
      await moveTo(luca, [0.45, 0.5], [0.5, 0.5]);
      return pixelAt(giulia, [0.5, 0.5]);
    })
    .not.toBeNull();
  await penUp(luca);
  // It fades without a trace.
  await expectNothing(giulia, [0.5, 0.5]);
  await expect(giulia.page.getByRole('img', { name: /stroke/ })).toHaveCount(0);
});

test.describe('if field users may draw', () => {
  test.use({ settings: { FIELD_USERS_DRAW: 'true' } });

  test('both draw at once, undo affects only their own strokes, and a reload loses nothing', async ({ person }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await withSnapshot(giulia, luca);
    const hers = await colorOf(giulia);

    await penDown(giulia, [0.1, 0.2], [0.5, 0.2]);
    await penDown(luca, [0.1, 0.7], [0.5, 0.7]);
    await expectDrawn(luca, [0.3, 0.2], hers);
    await expect.poll(() => pixelAt(giulia, [0.3, 0.7])).not.toBeNull();
    await penUp(giulia);
    await penUp(luca);
    const his = await pixelAt(giulia, [0.3, 0.7]);
    expect(apart(his, hers)).toBeGreaterThan(50);
    await draw(giulia, [0.6, 0.2], [0.9, 0.2]);
    await expectDrawn(luca, [0.8, 0.2], hers);

    await luca.page.reload();
    await tilesOf(luca).first().click();
    await expectDrawable(luca);
    for (const [spot, color] of [
      [[0.3, 0.2], hers],
      [[0.8, 0.2], hers],
      [[0.3, 0.7], his],
    ] as const)
      await expectDrawn(luca, spot, color);

    await luca.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectNothing(giulia, [0.3, 0.7]);
    await expectDrawn(luca, [0.3, 0.2], hers);
    await giulia.page.keyboard.press('Control+z');
    await expectNothing(luca, [0.8, 0.2]);
    await expectDrawn(luca, [0.3, 0.2], hers);
    await giulia.page.keyboard.press('Control+Shift+z');
    await expectDrawn(luca, [0.8, 0.2], hers);
  });
});

test('saves a drawn picture as a new one for both; the call’s page shows and prints it', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  const hers = await colorOf(giulia);
  await draw(giulia, [0.25, 0.3], [0.6, 0.3]);

  await giulia.page.getByRole('button', { name: 'Save as a new picture' }).click();
  for (const one of [giulia, luca]) {
    await expect(tilesOf(one)).toHaveCount(2);
    await expect(tilesOf(one).nth(1)).toHaveAttribute('data-state', 'ready');
    await expect
      .poll(async () => apart(await pixelOfImage(tilesOf(one).nth(1).locator('img'), [0.4, 0.3]), hers))
      .toBeLessThan(24);
  }
  await giulia.page.keyboard.press('Escape');
  for (const one of [giulia, luca]) await expect(stageOf(one)).toHaveAttribute('data-mode', 'live');

  await hangUp(giulia);
  await dismissCall(luca);
  await luca.page.getByRole('link', { name: /^Call with Giulia Ferri/ }).click();
  const pictures = luca.page.getByRole('list', { name: 'Snapshots' }).getByRole('img');
  await expect(pictures).toHaveCount(2);
  await expect.poll(async () => apart(await pixelOfImage(pictures.first(), [0.4, 0.3]), hers)).toBeLessThan(24);
  await luca.page.emulateMedia({ media: 'print' });
  const printed = luca.page.getByTestId('report').getByRole('img', { name: 'Snapshot 1' });
  await expect(printed).toBeVisible();
  expect(apart(await pixelOfImage(printed, [0.4, 0.3]), hers)).toBeLessThan(24);
});

test('the drawing tools are accessible, on a desktop and on a phone', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await withSnapshot(giulia, luca);
  await draw(giulia, [0.25, 0.3], [0.6, 0.3]);
  await expect(giulia.page.getByRole('button', { name: 'Undo my last stroke' })).toBeEnabled();
  await giulia.page.getByRole('button', { name: 'Colour and width' }).click();
  for (const one of [giulia, luca]) await inspect(one.page);

  await giulia.page.setViewportSize({ width: 390, height: 844 });
  await expect(giulia.page.getByRole('toolbar', { name: 'Drawing tools' })).toBeVisible();
  // Edge to edge, not what tools beside it would leave.
  const width = async () => (await shownSnapshotOf(giulia).boundingBox())?.width;
  await expect.poll(width).toBeGreaterThan(380);
});
