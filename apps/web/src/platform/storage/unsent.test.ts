import { afterEach, expect, test } from 'vitest';
import { createUnsentStore, forgetUnsent } from './unsent';

const message = (clientId: string) =>
  ({ fields: { id: 'call', message: 'sealed', cryptoSchema: 1, clientId } }) as const;

/** Pages of one browser: each holds its lock until it closes. */
function createBrowser() {
  const held = new Set<string>();
  return {
    open(contactId: string) {
      const own = new Set<string>();
      const locks = {
        request: async (name: string, _: unknown, run: LockGrantedCallback<unknown>) => {
          const isFree = !held.has(name);
          if (isFree) for (const names of [held, own]) names.add(name);
          void run(isFree ? { name, mode: 'exclusive' } : null);
        },
      } as LockManager;
      const close = () => {
        for (const name of own) held.delete(name);
      };
      return { unsent: createUnsentStore(contactId, locks), close };
    },
  };
}

afterEach(forgetUnsent);

test('the next page takes up what a page has left, in order, until it is removed', async () => {
  const { open } = createBrowser();
  const first = open('luca');
  for (const id of ['c', 'b', 'a']) await first.unsent.keep(message(id));
  await first.unsent.drop('b');
  first.close();
  const second = open('luca');
  expect(await second.unsent.claimLeft()).toEqual([message('c'), message('a')]);
  await second.unsent.drop('c');
  second.close();
  expect(await open('luca').unsent.claimLeft()).toEqual([message('a')]);
});

test('takes up the items of several pages in the order of writing, whatever was sealed first', async () => {
  const { open } = createBrowser();
  const written = (clientId: string, minute: number) => ({
    ...message(clientId),
    date: `2026-01-05T10:0${minute}:00.000Z`,
  });
  const pages = ['luca', 'luca', 'luca'].map(open);
  // The large file, written first, was sealed last.
  const order = [4, 2, 3, 1, 5];
  for (const [at, minute] of order.entries()) await pages[at % 3]?.unsent.keep(written(`m${minute}`, minute));
  for (const page of pages) page.close();
  const left = await open('luca').unsent.claimLeft();
  expect(left.map(({ fields }) => fields.clientId)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
});

test('takes up what another tab leaves later, and nothing twice', async () => {
  const { open } = createBrowser();
  const first = open('luca');
  const second = open('luca');
  await first.unsent.keep(message('a'));
  await second.unsent.keep(message('b'));
  expect(await second.unsent.claimLeft()).toEqual([]);
  first.close();
  expect(await second.unsent.claimLeft()).toEqual([message('a')]);
  expect(await second.unsent.claimLeft()).toEqual([]);
});

test('leaves alone what another tab is sending, or what belongs to another user', async () => {
  const { open } = createBrowser();
  const first = open('luca');
  await first.unsent.keep(message('a'));
  expect(await open('luca').unsent.claimLeft()).toEqual([]);
  first.close();
  expect(await open('giulia').unsent.claimLeft()).toEqual([]);
});

test('gives back what a page cannot read: another page takes it up, and the first goes on with the rest', async () => {
  const { open } = createBrowser();
  const first = open('luca');
  for (const id of ['a', 'b']) await first.unsent.keep(message(id));
  first.close();
  const [second, third] = [open('luca'), open('luca')];
  expect(await second.unsent.claimLeft()).toEqual([message('a'), message('b')]);
  await second.unsent.leave('a');
  expect(await second.unsent.claimLeft()).toEqual([]);
  expect(await third.unsent.claimLeft()).toEqual([message('a')]);
  await third.unsent.drop('a');
  second.close();
  expect(await open('luca').unsent.claimLeft()).toEqual([message('b')]);
});

test('when two pages open together, one of them takes up what is left', async () => {
  const { open } = createBrowser();
  const first = open('luca');
  await first.unsent.keep(message('a'));
  first.close();
  const next = [open('luca'), open('luca')];
  const taken = await Promise.all(next.map(({ unsent }) => unsent.claimLeft()));
  expect(taken.flat()).toEqual([message('a')]);
});

test('leaves nothing after a session', async () => {
  const { open } = createBrowser();
  const first = open('luca');
  await first.unsent.keep(message('a'));
  await forgetUnsent();
  first.close();
  expect(await open('luca').unsent.claimLeft()).toEqual([]);
});

test('a browser without storage only loses the outbox', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'));
  const unsent = createUnsentStore('luca', { request: refuse });
  expect(await unsent.claimLeft()).toEqual([]);
});
