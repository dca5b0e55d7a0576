/** Making, changing and deleting contents, with their rules (D5.11 to D5.13). */
import * as contracts from '@earth/contracts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addBrand, addCategory, addContent, deleteContents } from '../../../../testing/contents';
import { addStaff } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer } from '../../../../testing/start-test-server';

const PATH = '/api/infocontents';
const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());
beforeEach(() => deleteContents(server, 'categories'));

type Body = contracts.CallInput<typeof contracts.changeContent>;
const create = (
  person: Pick<SignedInClient, 'call'>,
  body: Partial<contracts.CallInput<typeof contracts.createContent>> = {},
) => person.call(contracts.createContent, { title: 'Arch', ...body });
const change = (person: Pick<SignedInClient, 'call'>, body: Body) => person.call(contracts.changeContent, body);
const get = (person: Pick<SignedInClient, 'call'>, contentId: number, l: 'en' | 'it' = 'en') =>
  person.call(contracts.getContent, { contentId, l });

/** The URL of a picture, as this server creates it. */
const picture = (digit: string) => `/pictures/${digit.repeat(32)}.webp`;

test('D6.4: operators and admins write contents; other users and visitors are refused', async () => {
  const { content } = await create(giulia);
  const { id } = content;
  await expect(change(paolo, { contentId: id, title: 'Arch of Titus' })).resolves.toMatchObject({
    content: { title: 'Arch of Titus' },
  });
  for (const [person, error] of [
    [luca, 'notAllowed'],
    [server.visitor(), 'notSignedIn'],
  ] as const) {
    await expect(create(person)).rejects.toEqual(refusal(error));
    await expect(change(person, { contentId: id, title: 'x' })).rejects.toEqual(refusal(error));
    await expect(person.call(contracts.deleteContent, { contentId: id })).rejects.toEqual(refusal(error));
  }
  expect((await get(giulia, id)).content.title).toBe('Arch of Titus');
});

test('another company’s content is not found for writing, even a public one', async () => {
  const { content } = await create(giulia, { visibility: 'public' });
  await expect(get(elena, content.id)).resolves.toMatchObject({ content: { id: content.id } });
  for (const contentId of [content.id, 2_000_000_000]) {
    await expect(change(elena, { contentId, title: 'Mine' })).rejects.toEqual(refusal('notFound'));
    await expect(elena.call(contracts.deleteContent, { contentId })).rejects.toEqual(refusal('notFound'));
  }
  expect((await get(giulia, content.id)).content.title).toBe('Arch');
});

test.each(['0.005', '1234.567891', ' 19.9 ', '.1', '2.5e-7'])(
  'D5.12: accepts any number of decimals in a price: «%s»',
  async (written) => {
    const form = new FormData();
    form.set('title', 'Vase');
    form.set('price', written);
    const { status, json } = await giulia.raw(PATH, { method: 'POST', body: form });
    expect([status, json]).toMatchObject([200, { data: { content: { price: Number(written) } } }]);
    const [item] = (await giulia.call(contracts.listContents, {})).items;
    expect(item?.content.price).toBe(Number(written));
  },
);

test('D3.8: every field of a content is read as written; null clears it', async () => {
  const fields = {
    descr: 'Line one\nLine two',
    date: Date.UTC(2025, 4, 6),
    webUrl: 'https://museum.example/arch',
    phone: '+39 347 1234567',
    email: 'info@museum.example',
    fax: '0522 1',
    skype: 'museum',
    youtubeUrl: 'https://youtube.example/v',
    youtubeName: 'Film',
    fbUrl: 'https://fb.example/',
    instUrl: 'https://inst.example/',
    linkedinUrl: 'https://li.example/',
    twUrl: 'https://tw.example/',
    pinUrl: 'https://pin.example/',
    googleUrl: 'https://share.example/',
    lat: 44.7,
    long: 10.63,
    ecommerceUrl: 'https://shop.example/',
    price: 12.5,
    tag: 'roman',
    ctnType: 2,
    ctnView: contracts.ContentView.place,
    imageUrl: picture('a'),
    imageUrls: [picture('b'), picture('c')],
    videoUrl: 'https://cdn.example/v.mp4',
    attchmUrl: 'https://cdn.example/a.pdf',
    attchmName: 'Guide',
    attchmDescr: 'All of it',
    audioUrl: 'https://cdn.example/a.mp3',
  };
  const { content } = await create(giulia, fields);
  expect(content).toMatchObject({ ...fields, title: 'Arch', locale: 'en', visibility: 'company' });
  expect((await get(giulia, content.id)).content).toEqual(content);

  const json = {
    webUrl: null,
    phone: '',
    imageUrl: null,
    imageUrls: [fields.imageUrls[1]],
    attchmUrl: null,
    audioUrl: null,
  };
  const { json: changed } = await giulia.raw(`${PATH}/${content.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...json, lat: null, long: null }),
  });
  expect(changed).toMatchObject({
    data: {
      content: {
        webUrl: null,
        phone: null,
        imageUrl: null,
        imageUrls: [picture('c')],
        attchmUrl: null,
        attchmName: null,
        audioUrl: null,
        videoUrl: fields.videoUrl,
        lat: 0,
        long: 0,
        email: fields.email,
        title: 'Arch',
      },
    },
  });
});

test('writes texts in one language at a time; a new language takes missing ones from the other', async () => {
  const { content } = await create(giulia, { title: 'Arch', descr: 'Old' });
  const contentId = content.id;
  await change(giulia, { contentId, l: 'it', descr: 'Vecchio' });
  expect((await get(giulia, contentId, 'it')).content).toMatchObject({ title: 'Arch', descr: 'Vecchio', locale: 'it' });
  await change(giulia, { contentId, l: 'it', title: 'Arco' });
  expect((await get(giulia, contentId, 'it')).content).toMatchObject({ title: 'Arco', descr: 'Vecchio' });
  expect((await get(giulia, contentId)).content).toMatchObject({ title: 'Arch', descr: 'Old' });

  const gate = await create(giulia, { title: 'Gate', descr: 'Of the town' });
  await change(giulia, { contentId: gate.content.id, l: 'it', title: 'Porta' });
  const italian = (await get(giulia, gate.content.id, 'it')).content;
  expect(italian).toMatchObject({ title: 'Porta', descr: 'Of the town' });
});

test('attachment and audio belong to their language, and are shown if the other has none', async () => {
  const english = { attchmUrl: 'https://cdn.example/en.pdf', audioUrl: 'https://cdn.example/en.mp3' };
  const { content } = await create(giulia, english);
  const contentId = content.id;
  expect((await get(giulia, contentId, 'it')).content).toMatchObject(english);
  await change(giulia, { contentId, l: 'it', audioUrl: 'https://cdn.example/it.mp3' });
  expect((await get(giulia, contentId, 'it')).content.audioUrl).toBe('https://cdn.example/it.mp3');
  expect((await get(giulia, contentId)).content).toMatchObject(english);
});

test('D7.18: a point of interest is a content of view 9 in the group of its model, with the model’s visibility', async () => {
  const model = await create(giulia, { ctnView: contracts.ContentView.model, visibility: 'public' });
  expect(model.content.extlId).toMatch(/^[0-9a-f-]{36}$/);
  const found = await server.visitor().call(contracts.getModel, { id: model.content.extlId ?? '' });
  expect(found.contentId).toBe(model.content.id);

  const groupId = model.content.id;
  const point = await create(giulia, { ctnView: contracts.ContentView.keypoint, groupId });
  expect(point.content).toMatchObject({ groupId, visibility: 'public' });
  await giulia.call(contracts.deleteContent, { contentId: groupId });
  await expect(get(giulia, point.content.id)).rejects.toEqual(refusal('notFound'));
});

test('accepts the URL of a picture of this server', async () => {
  const imageUrl = picture('a');
  const { content } = await create(giulia, { imageUrl });
  const { content: same } = await change(giulia, { contentId: content.id, imageUrl, title: 'Gate' });
  expect([same.title, same.imageUrl]).toEqual(['Gate', imageUrl]);
});

test.each(['https://cdn.example/a.jpg', '//cdn.example/a.jpg', '/pictures/../secret'])(
  'a picture that no page could show is refused by its field: %s',
  async (url) => {
    const isWrong = (field: string) => ({ code: 400, fields: { [field]: expect.any(String) } });
    await expect(create(giulia, { imageUrl: url })).rejects.toMatchObject(isWrong('imageUrl'));
    await expect(create(giulia, { imageUrls: [picture('a'), url] })).rejects.toMatchObject(isWrong('imageUrls'));
    expect((await giulia.call(contracts.listContents, {})).total).toBe(0);
  },
);

test('accepts the URL of a gallery picture as the content’s own picture', async () => {
  const address = picture('a');
  const { content } = await create(giulia, { imageUrls: [address] });
  const { content: changed } = await change(giulia, { contentId: content.id, imageUrl: address });
  expect([changed.imageUrl, changed.imageUrls]).toEqual([address, [address]]);
});

test('accepts several gallery URLs in a form, and a single one', async () => {
  const imageUrls = [picture('a'), picture('b')];
  const { content } = await create(giulia, { imageUrls });
  expect(content.imageUrls).toEqual(imageUrls);
  const one = await change(giulia, { contentId: content.id, imageUrls: imageUrls.slice(0, 1) });
  expect(one.content.imageUrls).toEqual(imageUrls.slice(0, 1));
});

test('a text of spaces is empty', async () => {
  const { content } = await create(giulia, { tag: ' roman ', phone: '3471234567' });
  expect(content.tag).toBe('roman');
  const { content: emptied } = await change(giulia, { contentId: content.id, tag: '   ', phone: '  ' });
  expect([emptied.tag, emptied.phone]).toEqual([null, null]);
});

test('a content without a place can be sent back unchanged', async () => {
  const { content } = await create(giulia, { visibility: 'public' });
  await change(giulia, { contentId: content.id, lat: content.lat, long: content.long });
  const near = { nearFilters: { radius: 1000, location: { lat: 0, long: 0 } } };
  expect((await giulia.call(contracts.findContents, near)).total).toBe(0);
});

test('refuses a relation of a content to itself', async () => {
  const { content } = await create(giulia);
  const related = change(giulia, { contentId: content.id, related: [content.id] });
  await expect(related).rejects.toMatchObject({ code: 400, fields: { related: expect.any(String) } });
});

test('a content for a customer stays so if its visibility is sent back as it was read', async () => {
  const { content } = await create(giulia, { visibility: 'customer', customerCode: 'TILES' });
  const contentId = content.id;
  await change(giulia, { contentId, title: 'Gate', visibility: content.visibility });
  expect((await get(elena, contentId)).content).toMatchObject({ title: 'Gate', visibility: 'customer' });
  const own = await create(giulia);
  await expect(change(giulia, { contentId: own.content.id, visibility: 'customer' })).rejects.toMatchObject({
    fields: { customerCode: expect.any(String) },
  });
});

test('a content that is no model any more is not listed as one', async () => {
  const { content } = await create(giulia, { ctnView: contracts.ContentView.model, visibility: 'public' });
  await change(giulia, { contentId: content.id, ctnView: contracts.ContentView.place });
  await expect(server.visitor().call(contracts.getModel, { id: content.extlId ?? '' })).rejects.toEqual(
    refusal('notFound'),
  );
});

test('two contents that are changed at once to refer to each other do not deadlock', async () => {
  const [one, other] = [await create(giulia), await create(giulia)];
  for (let round = 0; round < 10; round += 1)
    await Promise.all([
      change(giulia, { contentId: one.content.id, related: [other.content.id] }),
      change(paolo, { contentId: other.content.id, related: [one.content.id] }),
    ]);
  const related = await giulia.call(contracts.listContents, { rel: [one.content.id] });
  expect(related.items.map(({ content }) => content.id)).toEqual([other.content.id]);
});

test('a content that the user cannot see does not reveal its relations', async () => {
  const stop = await create(giulia, { visibility: 'public' });
  const walk = await create(giulia, { related: [stop.content.id] });
  const relatedFor = async (person: Pick<SignedInClient, 'call'>) =>
    (await person.call(contracts.listContents, { rel: [walk.content.id] })).items.length;
  expect(await relatedFor(giulia)).toBe(1);
  expect(await relatedFor(server.visitor())).toBe(0);
  expect(await relatedFor(elena)).toBe(0);
});

test('accepts category, brand, relations and customer if they are the company’s', async () => {
  const c1 = await addCategory(server, { title: 'Town' });
  const c2 = await addCategory(server, { title: 'Parks', parentId: c1, level: 2 });
  const { brandId, skinId } = await addBrand(server, 'Museum');
  const [first, second] = [await addContent(server), await addContent(server)];
  const visible = { visibility: 'customer', customerCode: 'TILES' } as const;
  const { content, brand, skin } = await create(giulia, {
    catId: c2,
    brandId,
    skinId,
    related: [second, first],
    ...visible,
  });
  expect([content.catId, brand?.name, skin?.hdFontColor]).toEqual([c2, 'Museum', '#29c885']);
  await expect(get(elena, content.id)).resolves.toMatchObject({ content: { visibility: 'customer' } });
  const inTown = await giulia.call(contracts.listContents, { c1: [c1] });
  expect(inTown.items.map((item) => item.content.id)).toEqual([content.id]);
  const related = await giulia.call(contracts.listContents, { rel: [content.id] });
  expect(related.items.map((item) => item.content.id)).toEqual([second, first]);
});

const theirs = { owner: 'TILES', visibility: 'company' } as const;
test.each<[string, string, (id: number) => object]>([
  ['a category that is not there', 'catId', () => ({ catId: 2_000_000_000 })],
  ['a brand that is not there', 'brandId', () => ({ brandId: 2_000_000_000 })],
  ['a skin that is not there', 'skinId', () => ({ skinId: 2_000_000_000 })],
  ['another company’s content as its group', 'groupId', (groupId) => ({ groupId })],
  ['another company’s content as related', 'related', (id) => ({ related: [id] })],
  ['a customer that is not there', 'customerCode', () => ({ visibility: 'customer', customerCode: 'NOBODY' })],
  ['a customer without a name', 'customerCode', () => ({ visibility: 'customer' })],
  ['half a place', 'long', () => ({ lat: 44.7 })],
])('%s is a 400 that names it', async (_, field, bodyOf) => {
  const body = bodyOf(await addContent(server, theirs));
  await expect(create(giulia, body)).rejects.toMatchObject({ code: 400, fields: { [field]: expect.any(String) } });
});

const LONG = 'x'.repeat(201);
test.each<[string, string, object, string]>([
  ['title required', 'title', { title: '' }, 'Please fill out this field'],
  ['title of spaces', 'title', { title: '   ' }, 'Please fill out this field'],
  ['title, max 200', 'title', { title: LONG }, 'Too long or too large'],
  ['webUrl', 'webUrl', { webUrl: 'museum' }, 'Format not valid'],
  ['webUrl with a script', 'webUrl', { webUrl: 'javascript:alert(1)' }, 'Format not valid'],
  ['youtubeUrl', 'youtubeUrl', { youtubeUrl: 'x' }, 'Format not valid'],
  ['fbUrl', 'fbUrl', { fbUrl: 'x' }, 'Format not valid'],
  ['instUrl', 'instUrl', { instUrl: 'x' }, 'Format not valid'],
  ['linkedinUrl', 'linkedinUrl', { linkedinUrl: 'x' }, 'Format not valid'],
  ['twUrl', 'twUrl', { twUrl: 'x' }, 'Format not valid'],
  ['pinUrl', 'pinUrl', { pinUrl: 'x' }, 'Format not valid'],
  ['googleUrl', 'googleUrl', { googleUrl: 'x' }, 'Format not valid'],
  ['ecommerceUrl', 'ecommerceUrl', { ecommerceUrl: 'ftp://x.example' }, 'Format not valid'],
  ['email', 'email', { email: 'museum' }, 'Email format not valid'],
  ['phone', 'phone', { phone: '0522 123456' }, 'Format not valid'],
  ['phone of another country', 'phone', { phone: '+44 347 1234567' }, 'Format not valid'],
  ['price', 'price', { price: 'four' }, 'Format not valid'],
  ['lat', 'lat', { lat: 91, long: 0 }, 'Too long or too large'],
  ['ctnView', 'ctnView', { ctnView: 4 }, 'Format not valid'],
])('D5.11: refuses %s with the required message', async (_, field, body, message) => {
  const send = (path: string) =>
    giulia.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Arch', ...body }),
    });
  const { content } = await create(giulia);
  for (const path of [PATH, `${PATH}/${content.id}`])
    expect(await send(path)).toMatchObject({ status: 400, json: { data: { fields: { [field]: message } } } });
  expect((await giulia.call(contracts.listContents, {})).total).toBe(1);
});

test.each(['347 1234567', '3471234567', '+393471234567', '0039 347 123 4567'])(
  'D5.11: accepts the Italian mobile number %s',
  async (phone) => {
    expect((await create(giulia, { phone })).content.phone).toBe(phone);
  },
);

test('D5.11: refuses a content without a title', async () => {
  const { status, json } = await giulia.raw(PATH, { method: 'POST', body: new FormData() });
  expect([status, json]).toMatchObject([400, { data: { fields: { title: 'Please fill out this field' } } }]);
});
