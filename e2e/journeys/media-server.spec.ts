/** A LiveKit server that does not answer, and a page that comes back: the call goes on. */
import { countConnections, expectEachToRise } from '../world/media';
import { prepareLiveKit } from '../world/livekit';
import { expectToSeeEachOther, hangUp, talk } from '../world/steps';
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
