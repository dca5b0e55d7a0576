/** Two browsers in which the product and a reference page are measured alternately. */
import { type BrowserPool, createBrowserPool } from '@earth/e2e/world/browser';
import { openBrowser, type Person } from '@earth/e2e/world/person';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { signIn } from '@earth/e2e/world/sign-in';
import { acceptCall, callPerson } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';
import { type ReferenceServer, startReference } from './reference/server';

/** Injects a clock into a page, before its own code. */
export type Prepare = (page: Page) => Promise<unknown>;

/** A field user and an operator, each with the product and the reference page in the same browser. */
export interface Both {
  readonly assisted: Person;
  readonly operator: Person;
  readonly bare: { readonly assisted: Page; readonly operator: Page };
}

/** A signed-in person. The field user has a phone. */
async function openPerson(
  { browsers, server }: { readonly browsers: BrowserPool; readonly server: TestServer },
  role: 'assisted' | 'operator',
  prepare: Prepare,
): Promise<Person> {
  const person = await openBrowser(browsers, server, role, { device: role === 'assisted' ? 'phone' : 'desktop' });
  await prepare(person.page);
  await signIn(server, person);
  return person;
}

/** The reference page in the same browser, in a window of the same size. */
async function openBarePage(person: Person, { url }: ReferenceServer, prepare: Prepare): Promise<Page> {
  const viewport = person.page.viewportSize();
  const context = await person.browser.newContext({ viewport, permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(url);
  return page;
}

/** @param page the name of the page in `reference/`, without its extension */
export async function withBoth<T>(page: string, prepare: Prepare, measure: (both: Both) => Promise<T>): Promise<T> {
  const reference = await startReference(page);
  const server = await startServer();
  const browsers = createBrowserPool();
  const world = { browsers, server };
  try {
    const assisted = await openPerson(world, 'assisted', prepare);
    const operator = await openPerson(world, 'operator', prepare);
    const bare = {
      assisted: await openBarePage(assisted, reference, prepare),
      operator: await openBarePage(operator, reference, prepare),
    };
    return await measure({ assisted, operator, bare });
  } finally {
    await browsers.close();
    await server.dispose();
    reference.close();
  }
}

/** A call from its first tap until both see each other. */
export async function startCall(caller: Person, callee: Person) {
  for (const { page } of [caller, callee]) await page.bringToFront();
  await callPerson(caller, callee);
  await acceptCall(callee);
  for (const { page } of [caller, callee])
    await page.waitForFunction(() => {
      const video = document.querySelector<HTMLVideoElement>('[data-testid="remote-video"]');
      return (video?.videoWidth ?? 0) > 0;
    });
}
