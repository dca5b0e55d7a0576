/** Lists of scenes and results, the customer filter, and the back order of overlays. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { fillScenes } from '../world/scenes';
import { enterCode, enterEmail } from '../world/sign-in';
import { expect, test } from '../world/test';

const picture = async () =>
  (
    await sharp({ create: { width: 800, height: 600, channels: 3, background: '#3a332d' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');

async function approveTerms(page: Page) {
  const text = page.getByRole('region', { name: 'Terms and privacy' });
  await text.focus();
  await inspect(page);
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'APPROVE' }).click();
}

test('the member area leads to the sign-in and back, and offers a choice of companies', async ({ server, visitor }) => {
  await fillScenes(server, { picture: await picture(), results: 1 });
  const person = await visitor('multi', { device: 'phone' });
  const { page, email } = person;

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page).toHaveURL(/\/login\/\?to=/);
  const known = await server.countCodes(email);
  await enterEmail(person, email);
  await page.getByRole('button', { name: 'Demo Water Works' }).click();
  await enterCode(person, await server.nextCode(email, known));
  await expect(page).toHaveURL(/\/pre-tutorial$/);

  await approveTerms(page);
  // Private contents only, by default: two of the demo's, and the new one.
  await expect(page.getByRole('tab', { name: 'AR INVOLVE 3D', selected: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The new valve' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await inspect(page);
  await page.getByRole('tab', { name: 'AR VIEW' }).click();
  await expect(page.getByRole('link', { name: 'Model of the pump', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'AR INVOLVE 3D' }).click();

  await page.getByRole('button', { name: 'Filter: Private contents only' }).click();
  const filter = page.getByRole('dialog', { name: 'Whose contents to show' });
  await expect(filter.getByRole('radio', { name: 'Tiles & Co.' })).toBeVisible();
  await inspect(page);
  await page.goBack();
  await expect(filter).toBeHidden();
  await expect(page).toHaveURL(/\/pre-tutorial$/);

  await page.getByRole('button', { name: 'Filter: Private contents only' }).click();
  await filter.getByText('Private contents only').click();
  await filter.getByRole('button', { name: 'Apply' }).click();
  const open = page.getByRole('link', { name: 'The floor of the bath' });
  await expect(open).toBeVisible();
  await page.reload();
  await expect(open).toBeVisible();

  await page.goto('/arscenes');
  const markers = page.getByRole('region', { name: 'AR pictures' });
  await expect(markers.getByRole('img')).toHaveCount(14);
  // D9.15: three slides, 10 px apart; a swipe shows the others.
  const slides = markers.getByRole('listitem');
  const boxes = await slides.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  const [first, second, third] = boxes.map(({ left, right }) => [Math.round(left), Math.round(right)] as const);
  expect([second?.[0], third?.[0]]).toEqual([(first?.[1] ?? 0) + 10, (second?.[1] ?? 0) + 10]);
  await expect(slides.nth(2)).toBeInViewport({ ratio: 0.9 });
  await expect(slides.nth(3)).not.toBeInViewport();
  await markers.getByRole('button', { name: 'Next' }).click();
  await expect(slides.nth(3)).toBeInViewport({ ratio: 0.9 });
  await expect(slides.first()).not.toBeInViewport();
  await page.getByRole('searchbox').fill('VALVE');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('article') })).toHaveCount(1);
  await inspect(page);
  await page.getByRole('link', { name: 'The new valve' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The new valve' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Start/ })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('VALVE');
});

test('results open in place, and each step back closes one overlay', async ({ server, visitor }) => {
  await fillScenes(server, { picture: await picture(), results: 24 });
  const { page } = await visitor('assisted', { device: 'phone' });

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Similar tiles' }).click();
  const list = page.getByRole('list', { name: 'Similar tiles' });
  await expect(list.getByRole('button', { name: 'Marble 1', exact: true })).toBeVisible();
  await inspect(page);

  // The scroll position is restored.
  await expect
    .poll(async () => {
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
      return await list.getByRole('button', { name: 'Marble 24' }).isVisible();
    })
    .toBe(true);
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('link', { name: 'Similar tiles' })).toBeVisible();
  const scrolled = () =>
    page.getByRole('main').evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
      from: scrollTop,
      most: scrollHeight - clientHeight,
    }));
  await expect.poll(async () => (await scrolled()).most).toBeGreaterThan(200);
  expect((await scrolled()).from).toBe(0);
  await page.goBack();
  await expect(list.getByRole('button', { name: 'Marble 24' })).toBeInViewport();
  await list.getByRole('button', { name: 'Marble 24' }).click();
  const card = page.getByRole('dialog', { name: 'Marble 24' });
  await expect(card.getByText('From quarry 24.')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Website', exact: true })).toBeVisible();
  await inspect(page);
  await page.goBack();
  await expect(card).toBeHidden();
  await expect(page).toHaveURL(/\/result$/);
  await list.getByRole('button', { name: 'Marble 24' }).click();
  await card.getByRole('link', { name: 'Open the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marble 24' })).toBeVisible();
  await page.goBack();
  await expect(list.getByRole('button', { name: 'Marble 24' })).toBeInViewport();
});

test('on the page of an external link a step back closes the menu, and the page stays', async ({ server, visitor }) => {
  await fillScenes(server, { picture: await picture(), results: 1 });
  const { page } = await visitor('assisted');

  await page.goto('/arscenes-nootp');
  await expect(page.getByRole('link', { name: 'The pump opens' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('link', { name: 'The pump opens' })).toBeVisible();

  // Closed by a link in the menu: one step back returns to the former page.
  await page.getByRole('button', { name: 'Menu' }).click();
  await panel.getByRole('link', { name: 'Similar tiles' }).click();
  await expect(page.getByRole('heading', { name: 'Similar tiles' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'The pump opens' })).toBeVisible();
  await expect(page).toHaveURL(/\/arscenes-nootp$/);
});
