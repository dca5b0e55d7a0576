/** Fixtures of a journey: a server, and people with browsers. */
import { rm } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { type BrowserKind, type BrowserPool, createBrowserPool } from './browser';
import type { Role } from './cast';
import { slowCameras } from './media';
import { openBrowser, type Person, type PersonOptions } from './person';
import { recordPushes } from './pushed';
import { forgetSecrets, readableSecrets } from './secrets';
import {
  createServerPool,
  databasePid,
  makeTemplate,
  type ServerPool,
  type Settings,
  startServer,
  type TestServer,
} from './server';
import { bundleSignInSteps, startSignedIn } from './sign-in';

export interface World {
  /** The settings of this journey's server. */
  readonly settings: Settings;
  /** The default browser of this journey's people. */
  readonly browserKind: BrowserKind;
  readonly server: TestServer;
  /** A person with a browser, but no page. */
  readonly visitor: (role: Role, options?: PersonOptions) => Promise<Person>;
  /** A person who is signed in and can be called. */
  readonly person: (role: Role, options?: PersonOptions) => Promise<Person>;
}

export { expect };

interface Worker {
  readonly template: string;
  readonly servers: ServerPool;
  readonly browsers: BrowserPool;
  readonly signInSteps: string;
}

export const test = base.extend<World, Worker>({
  template: [
    // Playwright reads the needed fixtures from this pattern: none. oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const folder = await makeTemplate(recordPushes);
      await provide(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  servers: [
    async ({ template }, provide) => {
      const servers = createServerPool(template);
      await provide(servers);
      await servers.close();
    },
    { scope: 'worker' },
  ],

  signInSteps: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => provide(await bundleSignInSteps()),
    { scope: 'worker' },
  ],

  browsers: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const browsers = createBrowserPool();
      await provide(browsers);
      await browsers.close();
    },
    { scope: 'worker' },
  ],

  settings: [{}, { option: true }],

  browserKind: ['shell', { option: true }],

  server: async ({ settings, servers, template }, provide, testInfo) => {
    forgetSecrets();
    const isUsual = Object.keys(settings).length === 0;
    const server = isUsual ? await servers.acquire() : await startServer(settings, template);
    try {
      await provide(server);
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('server.log', { body: server.log() });
      else if (settings['CRYPTO_SCHEMA'] !== '0') {
        if ((await databasePid(server.dataDir)) === null) await server.start();
        expect(await readableSecrets(server), 'what the server can read of what people said').toEqual([]);
      }
    } finally {
      servers.release(server);
    }
  },

  visitor: async ({ browserKind: kind, browsers, server, serviceWorkers }, provide) => {
    const people: Person[] = [];
    await provide(async (role, options) => {
      const person = await openBrowser(browsers, server, role, { kind, serviceWorkers, ...options });
      await person.page.context().addInitScript(slowCameras);
      people.push(person);
      return person;
    });
    await Promise.all(people.map(({ browser }) => browsers.release(browser)));
    expect(people.flatMap(({ problems }) => problems)).toEqual([]);
  },

  person: async ({ server, signInSteps, visitor }, provide) => {
    await provide(async (role, options) => {
      const person = await visitor(role, options);
      await startSignedIn(server, person, signInSteps);
      await person.online;
      return person;
    });
  },
});
