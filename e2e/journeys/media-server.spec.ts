/** A LiveKit server that is not there, or goes away in mid-call: it is said, and the call goes on. */
import { countConnections, expectEachToRise } from '../world/media';
import { prepareLiveKit } from '../world/livekit';
import { expectToSeeEachOther, hangUp, messagesOf, talk, write } from '../world/steps';
import { expect, test } from '../world/test';

const livekit = await prepareLiveKit();

test.describe('by LiveKit', () => {
  test.use({ settings: livekit.settings });
  test.afterEach(() => livekit.kill());

  test('a server that does not answer: both are told, and are connected from browser to browser', async ({
    person,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone', language: 'it' });
    await giulia.page.getByRole('button', { name: `Call ${luca.name}` }).click();
    await luca.page.getByRole('button', { name: /^Accetta/ }).click();
    await expectToSeeEachOther(giulia, luca);
    await expect(
      giulia.page.getByText('Can’t reach the video server. The call is connected directly instead.'),
    ).toBeVisible();
    await expect(
      luca.page.getByText('Impossibile raggiungere il server video. La chiamata usa un collegamento diretto.'),
    ).toBeVisible();
    await expect(giulia.page.getByRole('button', { name: 'Encrypted', exact: true })).toBeVisible();
    await hangUp(giulia);
  });

  test('a server that is killed and starts again: the pictures come back', async ({ person }) => {
    await livekit.start();
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await talk(luca, giulia);
    await livekit.kill();
    await expect(giulia.page.getByText('Reconnecting…').first()).toBeVisible({ timeout: 60_000 });
    await livekit.start();
    await expect(giulia.page.getByText('Reconnecting…')).toHaveCount(0, { timeout: 60_000 });
    await expectToSeeEachOther(luca, giulia);
    await write(giulia, 'Can you see me again?');
    await expect(await messagesOf(luca)).toContainText(['Can you see me again?']);
    await hangUp(giulia);
  });

  test('a page that is reloaded comes back into the call, and replaces the one before', async ({ person }) => {
    await livekit.start();
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await talk(luca, giulia);
    await luca.page.reload();
    await expectToSeeEachOther(luca, giulia);
    await expectEachToRise(giulia.page, 1, 30);
    expect(await countConnections(luca.page)).toBe(1);
    await hangUp(giulia);
  });
});
