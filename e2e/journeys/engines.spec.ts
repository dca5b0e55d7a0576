/** The same calls by both engines: from browser to browser, and through a LiveKit server. */
import {
  countConnections,
  expectEachToRise,
  expectNoPictures,
  expectSound,
  heightsOf,
  preferencesOf,
  watchPicture,
} from '../world/media';
import { type LiveKit, prepareLiveKit } from '../world/livekit';
import type { Person } from '../world/person';
import {
  acceptCall,
  expectSameSafetyNumber,
  expectToSee,
  expectToSeeEachOther,
  hangUp,
  meetInCall,
  messagesOf,
  ringOf,
  shownSnapshotOf,
  takeSnapshot,
  talk,
  tilesOf,
  videoOf,
  write,
} from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

const livekit = await prepareLiveKit();

const ENGINES: readonly { readonly name: string; readonly server: LiveKit | null }[] = [
  { name: 'from browser to browser', server: null },
  { name: 'by LiveKit', server: livekit },
];

const LONG = `Valve list ${'漢'.repeat(19_000)}`;

/** A key that is changed in the wrong order stops the pictures for three seconds. */
const GAP_MAX_MS = 2_500;

const isEncrypted = ({ page }: Person) =>
  expect(page.getByRole('button', { name: 'Encrypted', exact: true }).first()).toBeVisible();

for (const { name, server } of ENGINES)
  test.describe(name, () => {
    test.use({ settings: server?.settings ?? { MAX_USERS_IN_CALL: '-1' } });
    test.beforeAll(async () => server?.start());
    test.afterAll(async () => server?.kill());

    test('two people see and hear each other, encrypted, and write', async ({ person }) => {
      const giulia = await person('operator');
      const luca = await person('assisted', { device: 'phone' });
      await talk(luca, giulia);
      for (const one of [giulia, luca]) {
        await expectSound(one.page);
        await isEncrypted(one);
      }
      await expectSameSafetyNumber(giulia, luca);
      await write(luca, 'The needle jumps between 2 and 4 bar');
      await expect(await messagesOf(giulia)).toContainText(['The needle jumps between 2 and 4 bar']);
      // Too large for one packet.
      await write(giulia, LONG);
      await expect(await messagesOf(luca)).toContainText([LONG.slice(0, 100)]);
      await takeSnapshot(giulia);
      await tilesOf(giulia).first().click();
      await expect(shownSnapshotOf(luca)).toBeVisible();
      await hangUp(luca);
    });

    test('audio only: no pictures in either direction, sound goes on, and the pictures come back', async ({
      person,
    }) => {
      const { giulia, luca } = await meetInCall(person);
      await luca.page.getByRole('button', { name: 'Audio only' }).click();
      await expect(giulia.page.getByText('Luca is on audio only and can’t see your video')).toBeVisible();
      for (const { page } of [giulia, luca]) {
        await expectNoPictures(page);
        await expectSound(page);
      }
      await luca.page.getByRole('button', { name: 'Turn video on' }).click();
      await expectToSeeEachOther(luca, giulia);
    });

    test('an operator’s wish for sharp pictures reaches the one who sends them', async ({ person }) => {
      const { giulia, luca } = await meetInCall(person);
      await expect.poll(() => preferencesOf(luca.page)).toEqual(['balanced']);
      await giulia.page.getByRole('button', { name: 'Devices', exact: true }).click();
      const picker = giulia.page.getByRole('combobox', { name: /^Others’ video/ });
      await picker.selectOption('Sharper picture');
      await expect.poll(() => preferencesOf(luca.page)).toEqual(['maintain-resolution']);
    });

    test('a reloaded page returns into the call, in which it is once', async ({ person }) => {
      const { giulia, luca } = await meetInCall(person);
      await luca.page.reload();
      await expectToSeeEachOther(luca, giulia);
      await expectToSee(giulia, luca);
      await expectToSee(luca, giulia);
      for (const { page } of [giulia, luca]) await expectSound(page);
      expect(await countConnections(luca.page)).toBe(1);
    });

    test('LiveKit’s client is loaded if the call needs it, and not otherwise', async ({ person }) => {
      const giulia = await person('operator');
      const luca = await person('assisted', { device: 'phone' });
      const requests: string[] = [];
      for (const { page } of [giulia, luca]) page.on('request', (request) => void requests.push(request.url()));
      await talk(luca, giulia);
      const isOfLiveKit = (url: string) => /\/(livekit|frame-worker)-[^/]*\.js$/.test(url);
      expect(requests.some(isOfLiveKit)).toBe(server !== null);
    });

    test('a third person joins and one leaves: everybody else goes on seeing each other', async ({ person }) => {
      const giulia = await person('operator');
      const luca = await person('assisted', { device: 'phone' });
      const marco = await person('operator2');
      await talk(luca, giulia);
      const gapWithGiulia = await watchPicture(await videoOf(giulia, luca));

      await giulia.page.getByRole('button', { name: 'Add person' }).click();
      await giulia.page.getByRole('button', { name: 'Add Marco Bassi' }).click();
      await expectOnTop(ringOf(marco, luca));
      await acceptCall(marco);

      await expectToSee(marco, luca, giulia);
      await expectToSee(giulia, luca, marco);
      await expectToSee(luca, giulia, marco);
      for (const { page } of [giulia, luca, marco]) {
        await expectEachToRise(page, 2, 30);
        // Through a media server it is one, whoever is there.
        if (!server) expect(await countConnections(page)).toBe(2);
      }
      // Of the two pictures, Luca's is shown large.
      if (server) await expect.poll(() => heightsOf(giulia.page)).toEqual([180, 480]);

      expect(await gapWithGiulia()).toBeLessThan(GAP_MAX_MS);

      const gapWithLuca = await watchPicture(await videoOf(luca, marco));
      await hangUp(giulia);
      await expectToSee(luca, marco);
      await expectToSee(marco, luca);
      for (const one of [luca, marco]) {
        await expectEachToRise(one.page, 1, 30);
        await isEncrypted(one);
      }
      expect(await gapWithLuca()).toBeLessThan(GAP_MAX_MS);
    });
  });
