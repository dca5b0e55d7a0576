/** Two browsers in which the product and a reference page are measured alternately. */
import { type BrowserPool, createBrowserPool } from '@earth/e2e/world/browser';
import type { Role } from '@earth/e2e/world/cast';
import { type BreakableNetwork, HOST_ADDRESS } from '@earth/e2e/world/network';
import { openBrowser, type Person } from '@earth/e2e/world/person';
import { type Settings, startServer, type TestServer } from '@earth/e2e/world/server';
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

/** Where both are measured. */
export interface Surroundings {
  /** Of the product's server. */
  readonly settings?: Settings;
  /** The field user's, which can break. */
  readonly network?: BreakableNetwork;
  /** A folder that the reference page finds at `/library/`. */
  readonly library?: URL;
  /** What the address of a reference page ends with. */
  readonly query?: (role: Role) => string;
}

/** A server with the product, and one with the reference page. */
export interface Servers {
  readonly browsers: BrowserPool;
  readonly server: TestServer;
  readonly reference: ReferenceServer;
}

/** @param page the name of the page in `reference/`, without its extension */
export async function withServers<T>(
  page: string,
  { settings, network, library }: Surroundings,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  const host = network && HOST_ADDRESS;
  const reference = await startReference(page, library, host);
  const server = await startServer({ ...settings, ...(host !== undefined && { HOST: host }) });
  const browsers = createBrowserPool();
  try {
    return await work({ browsers, server, reference });
  } finally {
    await browsers.close();
    await server.dispose();
    reference.close();
  }
}

/** A signed-in person. Field users have a phone. */
export async function openPerson(
  { browsers, server, reference }: Servers,
  role: Role,
  prepare: Prepare,
  network?: BreakableNetwork,
): Promise<Person> {
  const device = role.startsWith('assisted') ? 'phone' : 'desktop';
  const options = { device, origins: [reference.url], ...(network && { network }) } as const;
  const person = await openBrowser(browsers, server, role, options);
  await prepare(person.page);
  await signIn(server, person);
  return person;
}

/** The reference page in the same browser, in a window of the same size. */
export async function openBarePage(person: Person, url: string, prepare: Prepare): Promise<Page> {
  const viewport = person.page.viewportSize();
  const context = await person.browser.newContext({ viewport, permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(url);
  return page;
}

/** @param page the name of the page in `reference/`, without its extension */
export function withBoth<T>(
  page: string,
  prepare: Prepare,
  measure: (both: Both) => Promise<T>,
  surroundings: Surroundings = {},
): Promise<T> {
  const { network, query = () => '' } = surroundings;
  return withServers(page, surroundings, async (servers) => {
    const assisted = await openPerson(servers, 'assisted', prepare, network);
    const operator = await openPerson(servers, 'operator', prepare);
    const { url } = servers.reference;
    const bare = {
      assisted: await openBarePage(assisted, `${url}/${query('assisted')}`, prepare),
      operator: await openBarePage(operator, `${url}/${query('operator')}`, prepare),
    };
    return await measure({ assisted, operator, bare });
  });
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
