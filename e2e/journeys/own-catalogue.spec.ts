import { readFile } from 'node:fs/promises';
import { photographOf } from '../world/catalogues';
import { createContentByApi } from '../world/content-api';
import { invitationLink, sendInvitation } from '../world/invitation';
import { runSql } from '../world/sql';
import { expect, test } from '../world/test';

test.use({ settings: { PROCESS_VIEWS: 'true' } });

const SLABS = [
  'slab-concrete-chalk',
  'slab-concrete-rain',
  'slab-granite-dusk',
  'slab-granite-leopard',
  'slab-granite-olive',
  'slab-granite-pepper',
  'slab-marble-burgundy',
  'slab-marble-ivory',
  'slab-marble-night',
  'slab-marble-river',
] as const;
const pictureOf = (name: string) => readFile(new URL(`../../apps/server/demo/${name}.webp`, import.meta.url), 'base64');

test('an admin makes a catalogue of ten tiles, in which a visitor’s photograph finds the right one', async ({
  server,
  person,
  visitor,
}) => {
  test.slow();
  // What the demo has would be described first, which takes minutes.
  await runSql(server, 'delete from views; delete from contents');
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/contents');
  await page.getByLabel('Category').selectOption('Parks');
  await expect(page).toHaveURL(/category=\d+/);
  const catId = Number(new URL(page.url()).searchParams.get('category'));
  const create = await createContentByApi(server, 'admin@demo.example');
  for (const [index, name] of SLABS.entries())
    await create({
      title: `Tile ${index + 1}`,
      ctnView: 3,
      visibility: 'public',
      catId,
      imageBase64: await pictureOf(name),
    });

  await page.goto('/admin/catalogues');
  await page.getByRole('button', { name: 'New catalogue' }).click();
  const making = page.getByRole('dialog', { name: 'New catalogue' });
  await making.getByLabel('Menu entry').selectOption('Parks');
  await making.getByLabel('Code').fill('TEN-TILES');
  await making.getByRole('button', { name: 'Save' }).click();
  // Leaving the page before the answer would cancel the request.
  await expect(making).toBeHidden();
  const line = page.getByText(/^TEN-TILES · 10 products · ready$/);
  await expect(async () => {
    await page.goto('/admin/catalogues');
    await expect(line).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });

  const { page: seen } = await visitor('assisted', { device: 'desktop' });
  await seen.addInitScript(() => localStorage.setItem('skip_plate_search_tutorial', 'true'));
  await seen.goto('/asset-recognition?model=TEN-TILES');
  await seen.locator('input[type="file"]').setInputFiles({
    name: 'floor.jpg',
    mimeType: 'image/jpeg',
    buffer: await photographOf('slab-marble-burgundy'),
  });
  const best = seen.getByRole('region', { name: 'The product in your photo' });
  await expect(best.getByRole('button', { name: 'Tile 7' })).toBeVisible();
});

test('an admin invites an editor, who sees the back office without what admins alone have', async ({
  server,
  person,
  visitor,
}) => {
  const ada = { email: 'ada@museum.example', name: 'Ada Monti' };
  const paolo = await person('admin', { device: 'desktop' });
  await paolo.page.goto('/admin/people');
  await paolo.page.getByRole('button', { name: 'Invite' }).click();
  await sendInvitation(paolo.page, { ...ada, role: 'Operator' });

  const invited = { ...(await visitor('operator2', { device: 'desktop' })), ...ada };
  await invited.page.goto(await invitationLink(server, ada.email));
  await invited.page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(invited.page.getByRole('navigation').first()).toBeVisible();
  await invited.page.goto('/admin');
  const sections = invited.page.getByRole('navigation', { name: 'Sections of the back office' });
  await expect(sections.getByRole('link', { name: 'Contents' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'People' })).toHaveCount(0);
  await paolo.page.reload();
  await expect(paolo.page.getByRole('list', { name: 'People' }).getByText(ada.email)).toBeVisible();
});
