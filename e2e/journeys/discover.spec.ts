/** Discover without a sign-in. */
import { fillContents } from '../world/contents';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

test('a visitor goes from the start through the menu to a list, saves a content, and finds it again offline', async ({
  server,
  visitor,
}) => {
  await fillContents(server, 37);
  const { page } = await visitor('assisted', { device: 'phone' });

  await page.goto('/splash/');
  await expect(page).toHaveURL(/\/earth$/);
  await expect(page.getByRole('link', { name: 'Long gallery' })).toBeVisible();
  // Its screen does not exist.
  await expect(page.getByRole('link', { name: 'Scan' })).toBeHidden();
  await inspect(page);

  await page.getByRole('button', { name: 'Menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel.getByRole('link', { name: 'Rose garden' })).toBeVisible();
  await inspect(page);
  await panel.getByRole('link', { name: 'Long gallery' }).click();
  await expect(panel).toBeHidden();

  await expect(page.getByRole('heading', { name: 'Long gallery' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('Piece 1');
  await inspect(page);
  await page.getByRole('link', { name: 'Contact us' }).click();
  await expect(page.getByText('Long gallery, room 4')).toBeVisible();
  // The company asks for name, e-mail and message only.
  await expect(page.getByLabel('Surname')).toBeVisible();
  await expect(page.getByLabel('Profession')).toBeHidden();
  await inspect(page);
  await page.goBack();
  await expect
    .poll(async () => {
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
      return await page.getByRole('link', { name: 'Piece 37' }).isVisible();
    })
    .toBe(true);
  // Virtualized: only visible items are in the document.
  expect(await page.getByRole('listitem').count()).toBeLessThan(37);

  await page.getByRole('searchbox', { name: 'Search' }).fill('piece 3');
  await expect(page.getByRole('listitem')).toHaveCount(9);
  await page.getByRole('button', { name: 'Add Piece 31 to favourites' }).click();
  await expect(page.getByRole('button', { name: 'Add Piece 31 to favourites' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('searchbox').fill('nothing of that name');
  await expect(page.getByText('No contents found')).toBeVisible();
  await inspect(page);

  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Favourites' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await inspect(page);
  await page.getByRole('button', { name: 'Add Piece 31 to favourites' }).click();
  await expect(page.getByText('No contents found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Piece 31' })).toBeVisible();
});

test('on a desktop: a sub-menu, an entry with an address of its own, search in all titles, in Italian too', async ({
  server,
  visitor,
}) => {
  const gallery = await fillContents(server, 12);
  const { page } = await visitor('operator');

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Gardens' }).click();
  await expect(page.getByRole('link', { name: 'Rose garden' })).toBeVisible();
  await inspect(page);
  await page.getByRole('link', { name: 'Rose garden' }).click();
  await expect(page.getByText('No contents found')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();

  await page.getByRole('searchbox', { name: 'Search' }).fill('piece 12');
  await expect(page.getByRole('link', { name: 'Piece 12' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);

  await page.goto('/roses');
  await expect(page.getByRole('heading', { name: 'Roses' })).toBeVisible();
  await expect(page.getByText('No contents found')).toBeVisible();
  await page.goto('/no-entry-has-this');
  await expect(page.getByText('Page not found')).toBeVisible();

  await page.goto(`/content-list/?cid=${gallery}`);
  await page.getByRole('button', { name: 'Italiano' }).click();
  await expect(page.getByRole('heading', { name: 'Galleria lunga' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pezzo 1', exact: true })).toBeVisible();
  await inspect(page);
});

test('a new server has demo contents: a museum piece, a walk and its places', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone', language: 'it' });

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Museo civico' }).click();
  await page.getByRole('link', { name: 'Testa di giovane sovrano' }).click();
  await expect(page.getByText('tirato fuori dal fiume nel 1931')).toBeVisible();
  await inspect(page);

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Itinerari' }).click();
  await page.getByRole('link', { name: 'Quattro parchi in un’ora' }).click();
  await page.getByRole('tab', { name: 'Luoghi' }).click();
  await expect(page.getByRole('link', { name: 'Parco del fiume' })).toBeVisible();
  await inspect(page);
});

test('a list that fails to load shows the error, and can be retried', async ({ server, visitor }) => {
  const gallery = await fillContents(server, 3);
  const { page } = await visitor('assisted', { device: 'phone' });
  let isBroken = true;
  await page.route('**/api/infocontents?**', (route) =>
    isBroken && !route.request().url().includes('menu') ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );

  await page.goto(`/content-list/?cid=${gallery}`);
  await expect(page.getByText('Couldn’t load the list')).toBeVisible();
  await inspect(page);
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('listitem')).toHaveCount(3);
});
