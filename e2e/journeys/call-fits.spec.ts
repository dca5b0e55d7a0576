/** In a window of 1280 × 800 px nothing of the call is cut, and the chat keeps its place. */
import { meetInCall, messagesOf, stageOf, takeSnapshot, tilesOf, write } from '../world/steps';
import { expect, test } from '../world/test';

const SMALL_DESK = { width: 1280, height: 800 };

test('a notice beside the controls is whole, live and beside a snapshot', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  const { page } = giulia;
  await page.setViewportSize(SMALL_DESK);
  await takeSnapshot(giulia);
  await luca.page.getByRole('button', { name: 'Audio only' }).click();
  const notice = page.getByText('Luca is on audio only and can’t see your video');
  const foot = page.locator('footer');
  const expectWhole = async () => {
    await expect(notice).toBeInViewport({ ratio: 1 });
    for (const button of await foot.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 });
    // Nothing is hidden behind its edge.
    expect(await foot.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  };
  await expectWhole();
  await tilesOf(giulia).first().click();
  await expect(stageOf(giulia)).toHaveAttribute('data-mode', 'annotations');
  await expectWhole();
});

test('the newest message stays above the composer when the chat gets less room', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  const { page } = giulia;
  await page.setViewportSize(SMALL_DESK);
  for (let step = 1; step <= 14; step += 1) await write(luca, `Step ${step} of the start of the pump`);
  const last = (await messagesOf(giulia)).last();
  await expect(last).toContainText('Step 14');
  await takeSnapshot(giulia);
  const log = page.getByRole('log', { name: 'Chat' });
  const heightOfLog = async () => (await log.boundingBox())?.height ?? 0;
  const before = await heightOfLog();
  await page.keyboard.press('a');
  await expect.poll(heightOfLog).toBeLessThan(before);
  await expect
    .poll(async () => {
      const [message, pane] = [await last.boundingBox(), await log.boundingBox()];
      return message && pane ? Math.round(message.y + message.height - pane.y - pane.height) : 999;
    })
    .toBeLessThanOrEqual(0);
});
