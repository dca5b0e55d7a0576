import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark><name>Fountain</name><Point><coordinates>10.63,44.70</coordinates></Point></Placemark>
<Placemark><name>Square</name><Point><coordinates>10.64,44.71</coordinates></Point></Placemark></Document></kml>`;

test('an admin makes a menu entry with a map, which visitors see once it is published', async ({ person, visitor }) => {
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/menu');
  const tree = page.getByRole('tree', { name: 'Menu entries' });
  await expect(tree.getByRole('treeitem', { name: 'City museum' })).toBeVisible();
  await inspect(page);

  await page.getByRole('button', { name: 'Add entry', exact: true }).click();
  const form = page.getByRole('region', { name: 'Edit entry' });
  await expect(page.getByText('Every entry needs a title')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await form.getByLabel('Title in English').fill('Fountains');
  await form.getByLabel('Opens').selectOption('Map with a layer');
  await form
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'a.kml', mimeType: '', buffer: Buffer.from('<kml>') });
  await expect(form.getByText(/isn’t a KML or KMZ file/)).toBeVisible();
  await form
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'f.kml', mimeType: '', buffer: Buffer.from(KML) });
  await expect(form.getByText('2 places')).toBeVisible();
  await expect(form.getByText(/isn’t a KML or KMZ file/)).toBeHidden();
  await inspect(page);

  // By the keyboard: to the end of the entry above, and out again.
  const added = tree.getByRole('treeitem', { name: 'Fountains' });
  await added.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(added).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(added).toHaveAttribute('aria-level', '1');
  // By the mouse: to the beginning.
  await added.locator('[title^="Drag"]').hover();
  await page.mouse.down();
  await tree
    .locator('[data-row]')
    .first()
    .hover({ position: { x: 20, y: 4 } });
  await page.mouse.up();
  await expect(tree.getByRole('treeitem').first()).toHaveAccessibleName('Fountains');
  await expect(page.getByText('Draft saved')).toBeVisible();

  const { page: seen } = await visitor('assisted', { device: 'phone' });
  await seen.goto('/earth');
  const openMenu = () => seen.getByRole('button', { name: 'Menu' }).click();
  const link = seen.getByRole('dialog').getByRole('link', { name: 'Fountains' });
  await openMenu();
  await expect(seen.getByRole('dialog').getByRole('link', { name: 'City museum' })).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.reload();
  await expect(tree.getByRole('treeitem').first()).toHaveAccessibleName('Fountains');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Visitors see this menu')).toBeVisible();
  await seen.reload();
  await openMenu();
  await link.click();
  await expect(seen.getByRole('button', { name: /Fountain/ })).toBeVisible();
});

test('two admins edit the menu: the second one chooses; a deleted entry is undone; in Italian on a phone', async ({
  person,
}) => {
  const { page: first } = await person('admin', { device: 'phone', language: 'it' });
  const { page: second } = await person('admin', { device: 'phone', language: 'it' });
  for (const page of [first, second]) await page.goto('/admin/menu');
  const rename = async (page: typeof first, title: string) => {
    await page.getByRole('treeitem', { name: 'Museo civico' }).click();
    const dialog = page.getByRole('dialog', { name: 'Modifica voce' });
    await dialog.getByLabel('Titolo in italiano').fill(title);
    return dialog;
  };
  const dialog = await rename(first, 'Museo uno');
  await inspect(first);
  await dialog.getByRole('button', { name: 'Chiudi' }).click();
  await expect(first.getByText('Bozza salvata')).toBeVisible();

  await rename(second, 'Museo due');
  const choice = second.getByRole('dialog', { name: 'Il menu è stato modificato' });
  await expect(choice).toBeVisible();
  await choice.getByRole('button', { name: 'Prendi l’altra' }).click();
  await expect(second.getByRole('treeitem', { name: 'Museo uno' })).toBeVisible();
  await inspect(second);

  await second.getByRole('button', { name: 'Elimina voce' }).click();
  const ask = second.getByRole('dialog', { name: 'Elimina voce' });
  await expect(ask.getByText(/contenuti restano, ma non sono più nel menu/)).toBeVisible();
  await ask.getByRole('button', { name: 'Elimina voce' }).click();
  await expect(second.getByRole('treeitem', { name: 'Museo uno' })).toHaveCount(0);
  await second.getByRole('status').getByRole('button', { name: 'Annulla' }).click();
  await expect(second.getByRole('treeitem', { name: 'Museo uno' })).toBeVisible();
});
