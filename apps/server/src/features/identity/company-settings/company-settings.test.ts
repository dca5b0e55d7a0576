/** What the admins of a company set, and what others then see. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCompany, addPerson, addStaff } from '../../../../testing/crowd';
import { photograph } from '../../../../testing/media';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/api/back-office/company';

let server: TestServer;
/** An admin, an operator, a field user of the demo company; the admin of another one. */
let staff: Awaited<ReturnType<typeof addStaff>>;
/** An admin of a company of their own. */
let ada: SignedInClient;
let picture: string;
beforeAll(async () => {
  server = await startTestServer();
  staff = await addStaff(server);
  ada = await addPerson(server, { role: 'ADMIN', companyCode: await addCompany(server) });
  picture = (await photograph(300, 200)).toString('base64');
});
afterAll(() => server.close());

const read = (who = ada) => who.call(contracts.getCompanySettings, {});
const version = async (who = ada) => (await read(who)).version;
const product = { code: 'P-1', name: 'Valve' };
const skin = { hdBgColor: '#1d3a40', hdFontColor: '#ffffff', imageType: 2 } as const;
const status = async (url: string | null | undefined) => (await fetch(new URL(url ?? '/', server.url))).status;

test('only admins read and change settings, and only those of their company', async () => {
  const { paolo, giulia, luca, elena } = staff;
  const withThings = await paolo.call(contracts.createBrand, { basedOn: await version(paolo), name: 'House' });
  const { skins } = await paolo.call(contracts.createSkin, { basedOn: withThings.version, ...skin });
  const { products, brands } = await read(paolo);
  const [productId, brandId, skinId] = [products[0]?.id ?? '', brands.at(-1)?.id ?? 0, skins.at(-1)?.id ?? 0];
  const onAll: readonly ((who: Pick<SignedInClient, 'call'>, basedOn: number) => Promise<unknown>)[] = [
    (who) => who.call(contracts.getCompanySettings, {}),
    (who, basedOn) => who.call(contracts.changeCompany, { basedOn, name: 'Other' }),
    (who, basedOn) => who.call(contracts.createProduct, { basedOn, ...product }),
    (who, basedOn) => who.call(contracts.createBrand, { basedOn, name: 'Other' }),
    (who, basedOn) => who.call(contracts.createSkin, { basedOn, ...skin }),
  ];
  const onOne: typeof onAll = [
    (who, basedOn) => who.call(contracts.changeProduct, { productId, basedOn, ...product }),
    (who, basedOn) => who.call(contracts.deleteProduct, { productId, basedOn }),
    (who, basedOn) => who.call(contracts.changeBrand, { brandId, basedOn, name: 'Other' }),
    (who, basedOn) => who.call(contracts.deleteBrand, { brandId, basedOn }),
    (who, basedOn) => who.call(contracts.changeSkin, { skinId, basedOn, ...skin }),
    (who, basedOn) => who.call(contracts.deleteSkin, { skinId, basedOn }),
  ];
  const before = await read(paolo);
  for (const call of [...onAll, ...onOne]) {
    await expect(call(server.visitor(), before.version)).rejects.toEqual(refusal('notSignedIn'));
    await expect(call(giulia, before.version)).rejects.toEqual(refusal('notAllowed'));
    await expect(call(luca, before.version)).rejects.toEqual(refusal('notAllowed'));
  }
  const theirs = await version(elena);
  for (const call of onOne) await expect(call(elena, theirs)).rejects.toEqual(refusal('notFound'));
  expect(await read(paolo)).toEqual(before);
  expect(await version(elena)).toBe(theirs);
});

test('a company sets what its contact form asks for; a change of the name leaves it', async () => {
  const ofForm = (leadParts: readonly string[], basedOn: number) =>
    ada.call(contracts.changeCompany, { basedOn, name: 'Museum', leadParts: leadParts as contracts.LeadPart[] });
  const before = await read();
  expect(before.leadParts).toEqual([...contracts.leadParts]);
  const { version: next } = await ofForm(['phone', 'phone'], before.version);
  const renamed = await ada.call(contracts.changeCompany, { basedOn: next, name: 'Museum of Tiles' });
  expect(renamed.leadParts).toEqual(['phone']);
  await expect(ofForm(['shoe size'], renamed.version)).rejects.toMatchObject({ code: 400 });
  await expect(ofForm([], before.version)).rejects.toEqual(refusal('settingsChanged'));
  expect((await read()).leadParts).toEqual(['phone']);
  const none = JSON.stringify({ basedOn: renamed.version, name: 'Museum', leadParts: [] });
  await ada.raw(PATH, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: none });
  expect((await read()).leadParts).toEqual([]);
});

test('a company has another name and picture, for everybody who sees it; the former picture is gone', async () => {
  const first = await ada.call(contracts.changeCompany, {
    basedOn: await version(),
    name: '  Museum of Tiles ',
    imageBase64: picture,
  });
  const { company } = await ada.call(contracts.getProfile, {});
  expect([company.name, company.logoUrl]).toEqual(['Museum of Tiles', first.logoUrl]);
  expect(await status(first.logoUrl)).toBe(200);
  // The name alone leaves the picture.
  const renamed = await ada.call(contracts.changeCompany, { basedOn: first.version, name: 'Tiles <b>2</b>' });
  expect([renamed.name, renamed.logoUrl]).toEqual(['Tiles <b>2</b>', first.logoUrl]);
  const none = await ada.call(contracts.changeCompany, {
    basedOn: renamed.version,
    name: 'Museum',
    removesImage: true,
  });
  expect(none.logoUrl).toBeNull();
  expect(await status(first.logoUrl)).toBe(404);
});

test('products are added, changed and deleted; GET /services/products answers them', async () => {
  const added = await ada.call(contracts.createProduct, {
    basedOn: await version(),
    ...product,
    imageBase64: picture,
  });
  const [one] = added.products;
  expect(one).toMatchObject(product);
  expect(await status(one?.imageUrl)).toBe(200);
  const { products } = await ada.call(contracts.createProduct, {
    basedOn: added.version,
    code: 'P-0',
    name: 'A pump',
    description: 'Pumps',
  });
  expect(products.map(({ code }) => code)).toEqual(['P-1', 'P-0']);
  const productId = one?.id ?? '';
  await ada.call(contracts.changeProduct, {
    productId,
    basedOn: await version(),
    code: 'P-2',
    name: 'Big valve',
    description: 'Opens',
  });
  expect(await ada.call(contracts.listProducts, {})).toEqual([
    { code: 'P-2', name: 'Big valve', description: 'Opens', imageUrl: one?.imageUrl },
    { code: 'P-0', name: 'A pump', description: 'Pumps', imageUrl: null },
  ]);
  const other = await ada.call(contracts.changeProduct, {
    productId,
    basedOn: await version(),
    ...product,
    imageBase64: (await photograph(90, 90)).toString('base64'),
  });
  expect(await status(one?.imageUrl)).toBe(404);
  await ada.call(contracts.deleteProduct, { productId, basedOn: other.version });
  expect(await status(other.products[0]?.imageUrl)).toBe(404);
  expect((await ada.call(contracts.listProducts, {})).map(({ code }) => code)).toEqual(['P-0']);
});

test('a product has name and description in Italian, too, and without them one text for both languages', async () => {
  const italian = { nameIt: 'Valvola', descriptionIt: 'Di fondo' };
  const added = await ada.call(contracts.createProduct, {
    basedOn: await version(),
    code: 'V-1',
    name: 'Valve',
    ...italian,
  });
  const { id: productId = '' } = added.products.find(({ code }) => code === 'V-1') ?? {};
  const listed = async () => (await ada.call(contracts.listProducts, {})).find(({ code }) => code === 'V-1');
  expect(await listed()).toEqual({ code: 'V-1', name: 'Valve', description: null, imageUrl: null, ...italian });
  for (const [field, wrong] of [
    ['nameIt', '\u200b'],
    ['nameIt', 'x'.repeat(121)],
    ['descriptionIt', 'x'.repeat(501)],
  ] as const) {
    const sent = { productId, basedOn: added.version, code: 'V-1', name: 'Valve', [field]: wrong };
    await expect(ada.call(contracts.changeProduct, sent)).rejects.toMatchObject({ error: 'invalidInput' });
  }
  const plain = await ada.call(contracts.changeProduct, {
    productId,
    basedOn: added.version,
    code: 'V-1',
    name: 'Valve',
  });
  expect(plain.products).toContainEqual(expect.objectContaining({ id: productId, nameIt: null, descriptionIt: null }));
  expect(await listed()).toEqual({ code: 'V-1', name: 'Valve', description: null, imageUrl: null });
  await ada.call(contracts.deleteProduct, { productId, basedOn: plain.version });
});

test('two products never have one code, and a refused one leaves no picture behind', async () => {
  const { version: basedOn } = await ada.call(contracts.createProduct, { basedOn: await version(), ...product });
  const { imageUrl: kept } = (await ada.call(contracts.listProducts, {}))[0] ?? {};
  const twice = { basedOn, ...product, imageBase64: picture };
  await expect(ada.call(contracts.createProduct, twice)).rejects.toMatchObject({ error: 'conflict' });
  const { id: productId = '' } = (await read()).products.find(({ code }) => code === 'P-0') ?? {};
  await expect(ada.call(contracts.changeProduct, { productId, ...twice })).rejects.toMatchObject({ error: 'conflict' });
  const { rows } = await server.context.pool.query<{ image_url: string | null }>(
    'select image_url from products where id = $1',
    [productId],
  );
  expect([kept, rows]).toEqual([null, [{ image_url: null }]]);
  const listed = await read();
  expect(listed.version).toBe(basedOn);
});

test('brands are renamed for visitors at once, and deleted only if no content has them', async () => {
  const { paolo } = staff;
  const used = (await read(paolo)).brands.find(({ contents }) => contents > 0);
  if (!used) throw new Error('The demo has no brand with contents');
  const { pool } = server.context;
  const content = await pool.query<{ id: number }>(
    `select id from contents where brand_id = $1 and visibility = 'public' and is_shown limit 1`,
    [used.id],
  );
  const contentId = content.rows[0]?.id ?? 0;
  const shown = async () => (await server.visitor().call(contracts.getContent, { contentId, l: 'en' })).brand;
  expect((await shown())?.name).toBe(used.name);
  const { version: basedOn } = await paolo.call(contracts.changeBrand, {
    brandId: used.id,
    basedOn: await version(paolo),
    name: 'Renamed house',
  });
  expect((await shown())?.name).toBe('Renamed house');
  await expect(paolo.call(contracts.deleteBrand, { brandId: used.id, basedOn })).rejects.toEqual(refusal('inUse'));
  const made = await ada.call(contracts.createBrand, { basedOn: await version(), name: 'New' });
  const brandId = made.brands[0]?.id ?? 0;
  expect((await ada.call(contracts.deleteBrand, { brandId, basedOn: made.version })).brands).toEqual([]);
});

test('a company takes neither the name of another one’s brand nor that of the site: both decide who reads contact requests', async () => {
  const [theirs] = (await read(staff.paolo)).brands;
  const { version: basedOn, brands } = await ada.call(contracts.createBrand, { basedOn: await version(), name: 'Own' });
  for (const name of [theirs?.name ?? '', 'Earth']) {
    await expect(ada.call(contracts.createBrand, { basedOn, name })).rejects.toMatchObject({ error: 'conflict' });
    const brandId = brands[0]?.id ?? 0;
    const change = ada.call(contracts.changeBrand, { brandId, basedOn, name });
    await expect(change).rejects.toMatchObject({ error: 'conflict' });
  }
  const after = await read();
  expect([after.version, after.brands.map(({ name }) => name)]).toEqual([basedOn, ['Own']]);
  await ada.call(contracts.deleteBrand, { brandId: brands[0]?.id ?? 0, basedOn });
});

test('a skin needs enough contrast, and is deleted only if no content has it', async () => {
  const { paolo } = staff;
  const basedOn = await version();
  for (const hdFontColor of ['#1d3a41', '#808080'])
    await expect(ada.call(contracts.createSkin, { basedOn, ...skin, hdFontColor })).rejects.toMatchObject({
      error: 'contrastTooLow',
    });
  const made = await ada.call(contracts.createSkin, { basedOn, ...skin, hdBgColor: '#1D3A40' });
  expect(made.skins).toEqual([{ id: expect.any(Number), ...skin, contents: 0 }]);
  const skinId = made.skins[0]?.id ?? 0;
  const pale = { skinId, basedOn: made.version, ...skin, hdBgColor: '#eeeeee' };
  await expect(ada.call(contracts.changeSkin, pale)).rejects.toMatchObject({ error: 'contrastTooLow' });
  const dark = await ada.call(contracts.changeSkin, { ...pale, hdFontColor: '#101010', imageType: 3 });
  expect(dark.skins).toMatchObject([{ hdBgColor: '#eeeeee', hdFontColor: '#101010', imageType: 3 }]);
  expect((await ada.call(contracts.deleteSkin, { skinId, basedOn: dark.version })).skins).toEqual([]);
  const used = (await read(paolo)).skins.find(({ contents }) => contents > 0);
  const theirs = { skinId: used?.id ?? 0, basedOn: await version(paolo) };
  await expect(paolo.call(contracts.deleteSkin, theirs)).rejects.toEqual(refusal('inUse'));
});

test('of two changes made from one version, one is refused', async () => {
  const basedOn = await version();
  const outcomes = await Promise.allSettled(
    ['One', 'Two', 'Three'].map((name) => ada.call(contracts.createBrand, { basedOn, name })),
  );
  expect(outcomes.filter(({ status: how }) => how === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toEqual([refusal('settingsChanged'), refusal('settingsChanged')]);
  expect((await read()).brands).toHaveLength(1);
  const late = { basedOn, name: 'Late', imageBase64: picture };
  await expect(ada.call(contracts.changeCompany, late)).rejects.toEqual(refusal('settingsChanged'));
});

test.each([
  [
    'no picture',
    'notAnImage',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64'),
  ],
  ['no base64', 'invalidInput', '%%%'],
  ['too large', 'tooLarge', Buffer.alloc(contracts.COMPANY_PICTURE_BYTES_MAX + 1).toString('base64')],
] as const)('refuses a picture that is %s, and changes nothing', async (_, error, imageBase64) => {
  const before = await read();
  const call = ada.call(contracts.changeCompany, { basedOn: before.version, name: 'X', imageBase64 });
  await expect(call).rejects.toMatchObject({ error });
  expect(await read()).toEqual(before);
});

test('refuses what is no name, colour or id', async () => {
  const basedOn = await version();
  const wrong: readonly [string, string, object][] = [
    ['PUT', '', { basedOn, name: ' ' }],
    ['PUT', '', { basedOn: -1, name: 'X' }],
    ['POST', '/products', { basedOn, ...product, code: 'x'.repeat(41) }],
    ['PUT', '/products/7', { basedOn, ...product }],
    ['DELETE', '/products/7', { basedOn }],
    ['POST', '/brands', { basedOn, name: '\u200b' }],
    ['PUT', '/brands/x', { basedOn, name: 'X' }],
    ['DELETE', '/brands/0', { basedOn }],
    ['POST', '/skins', { basedOn, ...skin, hdBgColor: 'url(x)' }],
    ['PUT', '/skins/x', { basedOn, ...skin }],
    ['DELETE', '/skins/x', { basedOn }],
    ['POST', '/skins', { basedOn, ...skin, imageType: 4 }],
  ];
  for (const [method, path, body] of wrong) {
    const answer = await ada.raw(`${PATH}${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  expect(await version()).toBe(basedOn);
});

test('each change is in the log', async () => {
  const { items } = await ada.call(contracts.listChanges, { pageSize: 100 });
  expect(items.map(({ action }) => action)).toContain('companyChanged');
  expect(items.at(0)).toMatchObject({ action: 'created', contentId: null });
});
