/** Contents that are parts of others, and concurrent writes. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteContents } from '../../../../testing/contents';
import { addPerson } from '../../../../testing/crowd';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/api/infocontents';
let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());
beforeEach(() => deleteContents(server));

type Body = contracts.CallInput<typeof contracts.changeContent>;
const create = (person: Pick<SignedInClient, 'call'>, body: Omit<Body, 'contentId' | 'title'> = {}) =>
  person.call(contracts.createContent, { title: 'Arch', ...body });
const change = (person: Pick<SignedInClient, 'call'>, body: Body) => person.call(contracts.changeContent, body);
const get = (person: Pick<SignedInClient, 'call'>, contentId: number) =>
  person.call(contracts.getContent, { contentId });

const someoneWaits = () => expect.poll(() => isWaiting(server.context.pool)).toBe(true);

test('a content that becomes private takes its parts along', async () => {
  const model = await create(giulia, { ctnView: contracts.ContentView.model, visibility: 'public' });
  const point = await create(giulia, { ctnView: contracts.ContentView.keypoint, groupId: model.content.id });
  await change(giulia, { contentId: model.content.id, visibility: 'company' });
  for (const { content } of [model, point]) {
    await expect(get(server.visitor(), content.id)).rejects.toEqual(refusal('notFound'));
    expect((await get(giulia, content.id)).content.visibility).toBe('company');
  }
});

test('a part always has the visibility of the whole, whichever of the two is changed', async () => {
  const { keypoint, model } = contracts.ContentView;
  const whole = await create(giulia, { ctnView: model });
  const groupId = whole.content.id;
  const isWrong = { code: 400, fields: { visibility: expect.any(String) } };
  await expect(create(giulia, { ctnView: keypoint, groupId, visibility: 'public' })).rejects.toMatchObject(isWrong);
  const part = await create(giulia, { ctnView: keypoint, visibility: 'public' });
  const contentId = part.content.id;
  await change(giulia, { contentId, groupId });
  await expect(get(server.visitor(), contentId)).rejects.toEqual(refusal('notFound'));
  await expect(change(giulia, { contentId, visibility: 'public' })).rejects.toMatchObject(isWrong);
  await giulia.raw(`${PATH}/${contentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ groupId: null, visibility: 'public' }),
  });
  expect((await get(server.visitor(), contentId)).content.visibility).toBe('public');
});

test('a content with parts cannot become a part', async () => {
  const { keypoint, model } = contracts.ContentView;
  const [whole, other] = [await create(giulia, { ctnView: model }), await create(giulia, { ctnView: model })];
  await create(giulia, { ctnView: keypoint, groupId: whole.content.id });
  const nested = change(giulia, { contentId: whole.content.id, groupId: other.content.id });
  await expect(nested).rejects.toMatchObject({ code: 400, fields: { groupId: expect.any(String) } });
});

test.each(['related', 'groupId'] as const)(
  'what is deleted while it is named is refused by its field: %s',
  async (field) => {
    const [one, other] = [await create(giulia), await create(giulia)];
    const id = other.content.id;
    const write = await meanwhile(server.context.pool, `delete from contents where id = ${id}`);
    const body = {
      contentId: one.content.id,
      title: 'Gate',
      ...(field === 'related' ? { related: [id] } : { groupId: id }),
    };
    const changed = change(giulia, body).catch((error: unknown) => error);
    await someoneWaits();
    await write();
    expect(await changed).toMatchObject({ code: 400, fields: { [field]: expect.any(String) } });
  },
);

test('a part that is created while the whole becomes private is private', async () => {
  const whole = (await create(giulia, { visibility: 'public' })).content.id;
  const write = await meanwhile(server.context.pool, `update contents set visibility = 'company' where id = ${whole}`);
  const made = create(giulia, { groupId: whole });
  await someoneWaits();
  await write();
  expect((await made).content.visibility).toBe('company');
});

test('a writer that waits holds no lock that another one needs', async () => {
  const whole = (await create(giulia)).content.id;
  const part = (await create(giulia, { groupId: whole })).content.id;
  const write = await meanwhile(server.context.pool, `update contents set visibility = 'public' where id = ${whole}`);
  const changed = change(giulia, { contentId: part, title: 'Gate' });
  await someoneWaits();
  await write(`update contents set visibility = 'public' where id = ${part}`);
  expect((await changed).content).toMatchObject({ title: 'Gate', visibility: 'public' });
});
