/** An incoming call and the call itself over any open overlay: both can be used, and the overlay is unchanged afterwards. */
import sharp from 'sharp';
import { createContentByApi } from '../world/content-api';
import type { Person } from '../world/person';
import { callPerson, dismissCall, hangUp, ringOf } from '../world/steps';
import { openInvitation } from '../world/invitation';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

interface Kind {
  readonly what: string;
  /** Opens it, and types into it if possible. */
  open(person: Person): Promise<void>;
  /** It is unchanged. */
  expectLeft(person: Person): Promise<void>;
}

const EMAIL = 'mechanic@customer.example';

const kindsOf = (contentId: number): readonly Kind[] => [
  {
    what: 'a dialog with a form',
    async open({ page }) {
      await page.goto('/people');
      await openInvitation(page);
      await page.getByRole('dialog').getByLabel('E-mail').fill(EMAIL);
    },
    expectLeft: ({ page }) => expect(page.getByRole('dialog').getByLabel('E-mail')).toHaveValue(EMAIL),
  },
  {
    what: 'the card of the devices',
    async open({ page }) {
      await page.goto('/settings');
      await page.getByRole('button', { name: /^Test camera and microphone/ }).click();
      await page.getByRole('dialog', { name: 'Devices' }).waitFor();
    },
    // A call uses the camera and has device settings of its own.
    expectLeft: ({ page }) => expect(page.getByRole('dialog', { name: 'Devices' })).toBeHidden(),
  },
  {
    what: 'the drawer of the menu',
    async open({ page }) {
      await page.goto('/earth');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
    expectLeft: ({ page }) => page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click(),
  },
  {
    what: 'a viewer of pictures',
    async open({ page }) {
      await page.goto(`/content-detail/${contentId}`);
      await page.getByRole('button', { name: 'Enlarge picture 1 of 2' }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText('Picture 2 of 2')).toBeVisible();
    },
    async expectLeft({ page }) {
      await expect(page.getByText('Picture 2 of 2')).toBeVisible();
      await page.getByRole('button', { name: 'Close' }).click();
    },
  },
  {
    what: 'something on the whole screen, which the browser shows over any page, and a toast',
    async open({ page }) {
      await page.goto(`/content-detail/${contentId}`);
      await page.getByRole('button', { name: /to favourites$/ }).click();
      const heading = page.getByRole('heading', { level: 1 });
      await heading.evaluate((element) =>
        element.addEventListener('click', () => void element.requestFullscreen(), { once: true }),
      );
      await heading.click();
      await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    },
    expectLeft: ({ page }) => page.getByRole('button', { name: /to favourites$/ }).click(),
  },
  {
    what: 'a conversation, which is a screen of its own on a phone',
    async open({ page }) {
      await page.goto('/people');
      await page
        .getByRole('list', { name: 'Available' })
        .getByRole('button', { name: /^Message Luca Moretti/ })
        .click();
      await page.getByRole('textbox', { name: /^Message/ }).fill('The pump in hall 2');
    },
    expectLeft: ({ page }) => expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('The pump in hall 2'),
  },
];

const picture = async (background: string) =>
  (
    await sharp({ create: { width: 600, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ).toString('base64');

for (const device of ['phone', 'desktop'] as const)
  test(`rings over every kind of overlay, on a ${device}`, async ({ person, server }) => {
    test.slow();
    const create = await createContentByApi(server, 'operator@demo.example');
    const contentId = await create({
      title: 'Head of a young ruler',
      descr: '',
      visibility: 'public',
      imagesBase64: await Promise.all(['#7a5026', '#2c2722'].map(picture)),
    });
    const giulia = await person('operator', { device });
    const luca = await person('assisted', { device: 'phone' });

    for (const { what, open, expectLeft } of kindsOf(contentId))
      await test.step(what, async () => {
        await open(giulia);
        const { page } = giulia;
        await callPerson(luca, giulia);
        const ring = ringOf(giulia, luca);
        await expect(ring).toBeFocused();
        await page.keyboard.press('Escape');
        await ring.getByRole('button', { name: /^Accept/ }).click();
        await expectOnTop(page.getByTestId('stage'));
        await hangUp(giulia);
        await Promise.all([dismissCall(giulia), dismissCall(luca)]);
        await expectLeft(giulia);
      });
  });
