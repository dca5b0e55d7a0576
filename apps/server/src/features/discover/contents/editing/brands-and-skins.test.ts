/** Brand and skin of a content, as editors choose them. */
import * as contracts from '@earth/contracts';
import { afterAll, expect, test } from 'vitest';
import { addBrand } from '../../../../../testing/contents';
import { addStaff } from '../../../../../testing/crowd';
import { refusal, startTestServer } from '../../../../../testing/start-test-server';

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());

test('editors list the brands and skins of their company; nobody else does, and nobody those of another one', async () => {
  const { brandId, skinId } = await addBrand(server, 'Civic museum');
  const brand = { id: brandId, name: 'Civic museum' };
  const skin = { id: skinId, hdBgColor: '#ffffff', hdFontColor: '#29c885' };
  for (const who of [giulia, paolo]) {
    const { brands, skins } = await who.call(contracts.listBrandsAndSkins, {});
    expect(brands).toContainEqual(brand);
    expect(skins).toContainEqual(skin);
  }
  const theirs = await elena.call(contracts.listBrandsAndSkins, {});
  expect(theirs.brands).not.toContainEqual(brand);
  expect(theirs.skins).not.toContainEqual(skin);
  await expect(luca.call(contracts.listBrandsAndSkins, {})).rejects.toEqual(refusal('notAllowed'));
  await expect(server.visitor().call(contracts.listBrandsAndSkins, {})).rejects.toEqual(refusal('notSignedIn'));
});

test('versions, duplicates and restoring keep brand and skin', async () => {
  const { brandId, skinId } = await addBrand(server, 'Gallery');
  const { content } = await giulia.call(contracts.createContent, { title: 'Arch', brandId, skinId });
  const contentId = content.id;
  const read = (id: number) => giulia.call(contracts.getEditableContent, { contentId: id });
  await giulia.raw(`/api/infocontents/${contentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ basedOn: 1, brandId: null, skinId: null }),
  });
  expect(await read(contentId)).toMatchObject({ skinId: null, item: { content: { brandId: null } } });
  const [newest, first] = await giulia.call(contracts.listContentHistory, { contentId });
  expect(new Set(newest?.changed)).toEqual(new Set(['brandId', 'skinId']));
  await giulia.call(contracts.restoreVersion, { contentId, version: first?.id ?? 0 });
  const { ids } = await giulia.call(contracts.duplicateContents, { ids: [contentId] });
  for (const id of [contentId, ...ids])
    expect(await read(id)).toMatchObject({ skinId, item: { content: { brandId }, brand: { name: 'Gallery' } } });
});
