/** A LiveKit server that does not answer, refuses, or dies, and a page that comes back: the call goes on. */
import { countConnections, expectSound } from '../world/media';
import { prepareLiveKit, roomToken } from '../world/livekit';
import type { Person } from '../world/person';
import { acceptCall, dismissCall, expectToSeeEachOther, hangUp, meetInCall } from '../world/steps';
import { expect, test } from '../world/test';

const livekit = await prepareLiveKit();
const reconnecting = ({ page }: Person) => page.getByText('Reconnecting…').first();
const isDirect = ({ page }: Person) =>
  page.getByText('Can’t reach the video server. The call is connected directly instead.');

test.describe('by LiveKit', () => {
  test.use({ settings: livekit.settings });
  test.afterEach(() => livekit.kill());

  test('a server that does not answer: both are told, and are connected from browser to browser', async ({
    person,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone', language: 'it' });
    const loaded = luca.page.waitForResponse(/\/assets\/livekit-/);
    await giulia.page.getByRole('button', { name: `Call ${luca.name}` }).click();
    // While it rings, so that the first call does not wait for it.
    await loaded;
    await luca.page.getByRole('button', { name: /^Accetta/ }).click();
    await expectToSeeEachOther(giulia, luca);
    await expect(isDirect(giulia)).toBeVisible();
    await expect(
      luca.page.getByText('Impossibile raggiungere il server video. La chiamata usa un collegamento diretto.'),
    ).toBeVisible();
    await expect(giulia.page.getByRole('button', { name: 'Encrypted', exact: true })).toBeVisible();
    await hangUp(giulia);
  });

  test('while a call rings, the worker that encrypts its frames starts, and ends if the call is declined', async ({
    person,
  }) => {
    await livekit.start();
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    const workers = () => luca.page.workers().filter((worker) => worker.url().includes('frame-worker')).length;
    const call = giulia.page.getByRole('button', { name: `Call ${luca.name}`, exact: true });
    await call.click();
    await expect.poll(workers).toBe(1);
    await luca.page.getByRole('button', { name: /^Decline/ }).click();
    await expect.poll(workers).toBe(0);
    await dismissCall(giulia);

    await call.click();
    await expect.poll(workers).toBe(1);
    await acceptCall(luca);
    await expectToSeeEachOther(giulia, luca);
    expect(workers()).toBe(1);
    await hangUp(giulia);
  });

  test('a server that is killed in mid-call and started again: both are told, and see and hear each other again', async ({
    person,
  }) => {
    await livekit.start();
    const { giulia, luca } = await meetInCall(person);
    await livekit.kill();
    await Promise.all([giulia, luca].map((one) => expect(reconnecting(one)).toBeVisible()));
    await livekit.start();

    await expectToSeeEachOther(luca, giulia);
    for (const one of [giulia, luca]) {
      await expectSound(one.page);
      await expect(reconnecting(one)).toBeHidden();
      await expect(isDirect(one)).toBeHidden();
      expect(await countConnections(one.page)).toBe(1);
    }
    await hangUp(giulia);
  });

  test('a server that dies in mid-call and stays away: both are told, and go on from browser to browser', async ({
    person,
  }) => {
    await livekit.start();
    const { giulia, luca } = await meetInCall(person);
    await livekit.kill();
    // Both wait for it first.
    for (const one of [giulia, luca]) await expect(isDirect(one)).toBeVisible({ timeout: 40_000 });
    await expectToSeeEachOther(luca, giulia);
    for (const one of [giulia, luca]) {
      await expectSound(one.page);
      await expect(one.page.getByRole('button', { name: 'Encrypted', exact: true }).first()).toBeVisible();
    }
    await hangUp(giulia);
  });

  test('a token is accepted if it is signed with the key, for its time', async () => {
    await livekit.start();
    expect(await livekit.accepts(roomToken({ seconds: 60 }))).toBe(true);
    expect(await livekit.accepts(roomToken({ seconds: 60, secret: 'another-secret-of-another-livekit-server' }))).toBe(
      false,
    );
    expect(await livekit.accepts(roomToken({ seconds: -600 }))).toBe(false);
    expect(await livekit.accepts(roomToken({ seconds: 60 }).replace(/^[^.]*/, '$&A'))).toBe(false);
  });

  test.describe('with another secret than its own', () => {
    test.use({ settings: { ...livekit.settings, LIVEKIT_API_SECRET: 'not-the-secret-that-the-livekit-server-has' } });

    test('every token is refused: both are told, and are connected from browser to browser', async ({ person }) => {
      await livekit.start();
      const { giulia, luca } = await meetInCall(person);
      for (const one of [giulia, luca]) await expect(isDirect(one)).toBeVisible();
      await hangUp(giulia);
    });
  });
});
