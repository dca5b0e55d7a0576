import { expect, test, vi } from 'vitest';
import { createCallPages } from './call-pages';

/** Fake Web Locks of one browser; each is held until its callback has finished. */
function createBrowser() {
  const held = new Set<string>();
  const locks = {
    request: async (name: string, run: LockGrantedCallback<unknown>) => {
      held.add(name);
      await run({ name, mode: 'exclusive' });
      held.delete(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  } as LockManager;
  return { locks, open: (contactId: string) => createCallPages(contactId, locks) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a page sees whether another page of the user is in a call, not counting itself', async () => {
  const { open } = createBrowser();
  const [one, other, colleague] = [open('luca'), open('luca'), open('giulia')];
  expect(await other.isAnotherInCall()).toBe(false);
  one.enter();
  expect(await other.isAnotherInCall()).toBe(true);
  expect([await one.isAnotherInCall(), await colleague.isAnotherInCall()]).toEqual([false, false]);
  one.leave();
  await settled();
  expect(await other.isAnotherInCall()).toBe(false);
});

test('the other pages of the user are told at once when one enters a call', async () => {
  const { open } = createBrowser();
  const [one, other, colleague] = [open('luca'), open('luca'), open('giulia')];
  const told: string[] = [];
  const stops = [
    one.onAnotherEnters(() => told.push('itself')),
    other.onAnotherEnters(() => told.push('other')),
    colleague.onAnotherEnters(() => told.push('colleague')),
  ];
  one.enter();
  await vi.waitFor(() => expect(told).toEqual(['other']));
  one.leave();
  for (const stop of stops) stop();
});

test('without locks no other page is seen', async () => {
  const refuse = () => Promise.reject(new DOMException('insecure', 'SecurityError'));
  const page = createCallPages('luca', { request: refuse, query: refuse });
  page.enter();
  expect(await page.isAnotherInCall()).toBe(false);
});
