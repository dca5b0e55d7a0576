/** Editing contents: all languages at once, versions, and who else is editing (issue of two people at once). */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContent } from '../../../../../testing/contents';
import { addCompany, addPerson, addStaff } from '../../../../../testing/crowd';
import { pdf, photograph } from '../../../../../testing/media';
import { refusal, type SignedInClient, startTestServer } from '../../../../../testing/start-test-server';

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());

const name = (person: SignedInClient, words: string) =>
  server.context.pool.query('update contacts set name = $2 where id = $1', [person.contactId, words]);
beforeAll(async () => {
  await name(giulia, 'Giulia Neri');
  await name(paolo, 'Paolo Riva');
});
const read = (person: Pick<SignedInClient, 'call'>, contentId: number) =>
  person.call(contracts.getEditableContent, { contentId });
const report = (person: Pick<SignedInClient, 'call'>, contentId: number, isOver = false) =>
  person.call(contracts.reportEditing, { contentId, isOver });

test('editors of the company read a content for editing and report that they edit it; nobody else does', async () => {
  const id = await addContent(server, { visibility: 'public' });
  for (const call of [read, report]) {
    await expect(call(server.visitor(), id)).rejects.toEqual(refusal('notSignedIn'));
    await expect(call(luca, id)).rejects.toEqual(refusal('notAllowed'));
    await expect(call(elena, id)).rejects.toEqual(refusal('notFound'));
    await expect(call(giulia, 2_000_000_000)).rejects.toEqual(refusal('notFound'));
    await expect(call(paolo, id)).resolves.toMatchObject({ version: 1 });
  }
  const url = '/api/infocontents/none?editing';
  await expect(giulia.raw(url)).resolves.toMatchObject({ status: 400 });
  await expect(giulia.raw(url, { method: 'POST' })).resolves.toMatchObject({ status: 400 });
});

test('texts and attachments of both languages are written in one request and read at once', async () => {
  const { content } = await giulia.call(contracts.createContent, {
    title: 'Arch',
    texts: {
      it: { title: 'Arco', descr: 'Di <b>Tito</b>', attchmBase64: pdf().toString('base64'), attchmName: 'Guida' },
    },
  });
  await giulia.call(contracts.changeContent, {
    contentId: content.id,
    webUrl: 'https://museum.example/',
    texts: { en: { descr: 'Of Titus' }, it: { audioUrl: 'https://cdn.example/a.mp3' } },
  });
  const { texts, item, version } = await read(paolo, content.id);
  expect(version).toBe(2);
  expect(item.content).toMatchObject({ id: content.id, webUrl: 'https://museum.example/', visibility: 'company' });
  expect(texts.en).toEqual({
    title: 'Arch',
    descr: 'Of Titus',
    attchmUrl: null,
    attchmName: null,
    attchmDescr: null,
    audioUrl: null,
  });
  expect(texts.it).toMatchObject({
    title: 'Arco',
    descr: 'Di <b>Tito</b>',
    attchmName: 'Guida',
    audioUrl: 'https://cdn.example/a.mp3',
  });
  expect(texts.it?.attchmUrl).toMatch(/^\/media\/.*file\.pdf/);
});

test('a draft is read for editing too; a deleted content is not found', async () => {
  const id = await addContent(server, { title: 'Not yet' });
  await server.context.pool.query('update contents set is_draft = true where id = $1', [id]);
  await expect(read(giulia, id)).resolves.toMatchObject({ texts: { en: { title: 'Not yet' } } });
  await giulia.call(contracts.deleteContent, { contentId: id });
  for (const call of [read, report]) await expect(call(giulia, id)).rejects.toEqual(refusal('notFound'));
});

test('a language without texts is null', async () => {
  const id = await addContent(server, { title: 'Only English' });
  await expect(read(giulia, id)).resolves.toMatchObject({ texts: { en: { title: 'Only English' }, it: null } });
});

test('a wrong file of a language is refused with its field, and nothing is written', async () => {
  const id = await addContent(server, { title: 'Arch' });
  const texts = { en: { title: 'New' }, it: { title: 'Nuovo', attchmBase64: btoa('no PDF') } };
  await expect(giulia.call(contracts.changeContent, { contentId: id, texts })).rejects.toMatchObject({
    error: 'notAPdf',
    message: expect.stringContaining('texts.it.attchmBase64'),
  });
  await expect(read(giulia, id)).resolves.toMatchObject({ version: 1, texts: { en: { title: 'Arch' }, it: null } });
});

test.each([{ it: { title: '' } }, { en: { descr: 'a\0b' } }, { it: { audioUrl: 'javascript:alert(1)' } }])(
  'refuses the texts %j with the field',
  async (texts) => {
    const id = await addContent(server, {});
    const { status, json } = await giulia.raw(`/api/infocontents/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ texts }),
    });
    expect([status, json]).toMatchObject([400, { data: { fields: { texts: expect.any(String) } } }]);
  },
);

test('each change makes a new version, and one that is based on an older one is refused', async () => {
  const id = await addContent(server, { title: 'Arch' });
  await giulia.call(contracts.changeContent, { contentId: id, basedOn: 1, title: 'Arch of Titus' });
  await expect(
    paolo.call(contracts.changeContent, { contentId: id, basedOn: 1, title: 'Titus', webUrl: 'https://a.example/' }),
  ).rejects.toEqual(refusal('contentChanged'));
  const now = await read(paolo, id);
  expect(now).toMatchObject({
    version: 2,
    texts: { en: { title: 'Arch of Titus' } },
    item: { content: { webUrl: null } },
  });
  await paolo.call(contracts.changeContent, { contentId: id, basedOn: now.version, title: 'Titus' });
  await expect(read(giulia, id)).resolves.toMatchObject({ version: 3, texts: { en: { title: 'Titus' } } });
  // A caller that says nothing of versions writes as before.
  await giulia.call(contracts.changeContent, { contentId: id, title: 'Arch' });
  await expect(read(giulia, id)).resolves.toMatchObject({ version: 4 });
});

test('of two changes at once that are based on the same version, exactly one is written', async () => {
  const id = await addContent(server, { title: 'Arch' });
  for (let version = 1; version <= 5; version += 1) {
    const saving = [giulia, paolo, giulia, paolo].map((person, index) =>
      person.call(contracts.changeContent, { contentId: id, basedOn: version, title: `Title ${version} ${index}` }),
    );
    const results = await Promise.allSettled(saving);
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.content.title] : []));
    expect(won).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'rejected').map((result) => result)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'rejected', reason: refusal('contentChanged') })),
    );
    await expect(read(giulia, id)).resolves.toMatchObject({ version: version + 1, texts: { en: { title: won[0] } } });
  }
});

test('a request that is repeated because its answer was lost makes no second content, and is known as the own one', async () => {
  const writeKey = randomUUID();
  const made = await giulia.call(contracts.createContent, { title: 'Arch', writeKey });
  const again = await giulia.call(contracts.createContent, { title: 'Arch of Titus', writeKey });
  expect(again.content).toMatchObject({ id: made.content.id, title: 'Arch' });
  // The same key of another company is another content.
  const others = await elena.call(contracts.createContent, { title: 'Tile', writeKey });
  expect(others.content.id).not.toBe(made.content.id);

  const contentId = made.content.id;
  await giulia.call(contracts.changeContent, { contentId, basedOn: 1, title: 'Titus', writeKey });
  await expect(read(giulia, contentId)).resolves.toMatchObject({ version: 2, writeKey });
  await paolo.call(contracts.changeContent, { contentId, basedOn: 2, title: 'Arch' });
  await expect(read(giulia, contentId)).resolves.toMatchObject({ version: 3, writeKey: null });
  const bad = { contentId, title: 'Arch', writeKey: 'mine' };
  await expect(giulia.call(contracts.changeContent, bad)).rejects.toMatchObject({ code: 400 });
});

test('of creating requests at once with one key, one makes the content; the others have it after a repetition', async () => {
  const picture = await photograph();
  const writeKey = randomUUID();
  const create = () =>
    giulia.call(contracts.createContent, { title: 'Arch', writeKey, imageBase64: picture.toString('base64') });
  const results = await Promise.allSettled([create(), create(), create()]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason)).toEqual(refused.map(() => refusal('contentChanged')));
  const { content } = await create();
  const { rows } = await server.context.pool.query('select id from contents where write_key = $1', [writeKey]);
  expect(rows).toEqual([{ id: content.id }]);
});

test('a language is removed with its files, but not the last one', async () => {
  const file = pdf().toString('base64');
  const { content } = await giulia.call(contracts.createContent, {
    title: 'Arch',
    texts: { en: { attchmBase64: file }, it: { title: 'Arco', attchmBase64: file } },
  });
  const contentId = content.id;
  const { texts } = await read(giulia, contentId);
  await giulia.call(contracts.changeContent, { contentId, texts: { it: null } });
  await expect(read(giulia, contentId)).resolves.toMatchObject({
    texts: { en: { title: 'Arch', attchmUrl: expect.any(String) }, it: null },
  });
  await expect(giulia.raw(texts.it?.attchmUrl ?? '')).resolves.toMatchObject({ status: 404 });
  await expect(giulia.raw(texts.en?.attchmUrl ?? '')).resolves.toMatchObject({ status: 200 });
  await expect(giulia.call(contracts.changeContent, { contentId, texts: { en: null } })).rejects.toMatchObject({
    code: 400,
    fields: { 'texts.en': expect.any(String) },
  });
  await expect(read(giulia, contentId)).resolves.toMatchObject({ version: 2, texts: { en: { title: 'Arch' } } });
});

test('who else is editing is told by name, until they stop or say nothing for a minute', async () => {
  const id = await addContent(server, {});
  await expect(report(giulia, id)).resolves.toEqual({ version: 1, others: [] });
  await expect(report(paolo, id)).resolves.toEqual({ version: 1, others: ['Giulia Neri'] });
  await expect(report(giulia, id)).resolves.toEqual({ version: 1, others: ['Paolo Riva'] });
  await report(paolo, id, true);
  await expect(report(giulia, id)).resolves.toEqual({ version: 1, others: [] });
  await report(paolo, id);
  server.clock.advance(61_000);
  await expect(report(giulia, id)).resolves.toEqual({ version: 1, others: [] });
  const { rows } = await server.context.pool.query('select 1 from editors where content_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('who else is editing a part of the company is told to its admins, until they stop or say nothing for a minute', async () => {
  const sofia = await addPerson(server, { role: 'ADMIN' });
  await name(sofia, 'Sofia Riva');
  const stranger = await addPerson(server, { role: 'ADMIN', companyCode: await addCompany(server) });
  const edit = (person: Pick<SignedInClient, 'call'>, part: contracts.EditedPart, isOver = false) =>
    person.call(contracts.reportPartEditing, { part, isOver });
  await expect(edit(server.visitor(), 'menu')).rejects.toEqual(refusal('notSignedIn'));
  await expect(edit(giulia, 'menu')).rejects.toEqual(refusal('notAllowed'));
  await expect(edit(paolo, 'leads' as 'menu')).rejects.toMatchObject({ code: 400 });
  for (const part of contracts.editedParts) {
    await expect(edit(paolo, part)).resolves.toEqual({ others: [] });
    await edit(sofia, part);
    await edit(sofia, part);
    await expect(edit(paolo, part)).resolves.toEqual({ others: ['Sofia Riva'] });
    await expect(edit(stranger, part)).resolves.toEqual({ others: [] });
    await edit(sofia, part, true);
    await expect(edit(paolo, part)).resolves.toEqual({ others: [] });
  }
  await edit(sofia, 'terms');
  server.clock.advance(61_000);
  await expect(edit(paolo, 'terms')).resolves.toEqual({ others: [] });
});
