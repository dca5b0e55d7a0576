/** The two browsers in which the product and a bare page are measured by turns. */
import { openBrowser, type Person } from '@earth/e2e/world/person';
import type { TestServer } from '@earth/e2e/world/server';
import { signIn } from '@earth/e2e/world/sign-in';
import { acceptCall, callPerson } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';
import type { ReferenceServer } from './reference/server';

/** Puts a clock into a page, before its own code. */
export type Prepare = (page: Page) => Promise<unknown>;

/** Somebody who is signed in. Who needs help holds a phone. */
export async function openPerson(server: TestServer, role: 'assisted' | 'operator', prepare: Prepare): Promise<Person> {
  const person = await openBrowser(server, role, { device: role === 'assisted' ? 'phone' : 'desktop' });
  await prepare(person.page);
  await signIn(server, person);
  return person;
}

/** The reference page in the same browser, in a window of the same size. */
export async function openBarePage(person: Person, { url }: ReferenceServer, prepare: Prepare): Promise<Page> {
  const viewport = person.page.viewportSize();
  const context = await person.browser.newContext({ viewport, permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(url);
  return page;
}

/** A call from its first tap until both have a picture of the other. */
export async function startCall(caller: Person, callee: Person) {
  await callPerson(caller, callee);
  await acceptCall(callee);
  for (const { page } of [caller, callee])
    await page.waitForFunction(() => {
      const video = document.querySelector<HTMLVideoElement>('[data-testid="remote-video"]');
      return (video?.videoWidth ?? 0) > 0;
    });
}
