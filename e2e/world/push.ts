/** Delivers pushes by the DevTools protocol, because no push service can be reached in tests. */
import { createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, expect, type Worker } from '@playwright/test';
import type { Person } from './person';
import type { TestServer } from './server';

const WEEK_SECONDS = 7 * 24 * 3600;
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The read token that the server puts into a message's push: with it the browser fetches the room's last message. */
export async function readTokenFor({ dataDir }: TestServer, { page }: Person, roomId: string): Promise<string> {
  const access = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('token') ?? '{}') as { Token: string }).Token,
  );
  const { sub, iat } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
    iat: number;
  };
  const master = Buffer.from((await readFile(join(dataDir, 'keys', 'master.key'), 'utf8')).trim(), 'base64url');
  const key = Buffer.from(hkdfSync('sha256', master, '', 'earth/access-token/v1', 32));
  const claims = { room: roomId, iss: 'earth', aud: 'earth/reading', sub, iat, exp: iat + WEEK_SECONDS };
  const signed = `${json({ alg: 'HS256' })}.${json(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

interface Registration {
  readonly registrationId: string;
  readonly scopeURL: string;
}

/** The notifications of a person's browser. */
export interface Notices {
  /** Delivers a push. */
  push(message: object): Promise<void>;
  /** The visible notifications: title and body. */
  shown(): Promise<readonly string[]>;
  /** The actions of the visible notification. */
  actions(): Promise<readonly string[]>;
  /** Clicks the visible notification, or one of its actions. */
  press(action?: string): Promise<void>;
}

/** Turns notifications on in a person's browser, and leaves the app. */
export async function listenForPushes({ page }: Person, { url }: TestServer): Promise<Notices> {
  const context = page.context();
  await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin: url });
  const protocol: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<Registration>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations) if (!one.isDeleted) resolve(one);
    });
  });
  await protocol.send('ServiceWorker.enable');
  await page.reload();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const { registrationId } = await registered;
  const worker = async (): Promise<Worker> => {
    await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
    const [found] = context.serviceWorkers();
    if (!found) throw new Error('There is no service worker');
    return found;
  };
  return {
    async push(message) {
      await protocol.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId,
        data: JSON.stringify(message),
      });
    },
    async shown() {
      return (await worker()).evaluate(async () => {
        const scope = self as unknown as { registration: ServiceWorkerRegistration };
        const notices = await scope.registration.getNotifications();
        return notices.map(({ title, body }) => `${title}: ${body}`);
      });
    },
    async actions() {
      return (await worker()).evaluate(async () => {
        const scope = self as unknown as { registration: ServiceWorkerRegistration };
        const [notice] = await scope.registration.getNotifications();
        const { actions = [] } = (notice ?? {}) as { actions?: readonly { readonly title: string }[] };
        return actions.map(({ title }) => title);
      });
    },
    async press(action = '') {
      await (await worker()).evaluate(async (pressed) => {
        const scope = self as unknown as { registration: ServiceWorkerRegistration };
        const [notification] = await scope.registration.getNotifications();
        const Clicked = Reflect.get(self, 'NotificationEvent') as new (type: string, init: object) => Event;
        const event = new Clicked('notificationclick', { notification, action: pressed });
        // For an untrusted event the browser does not track `waitUntil`, and does not bring a page to the front.
        const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
        Object.defineProperty(event, 'waitUntil', { value: waitUntil });
        self.dispatchEvent(event);
      }, action);
    },
  };
}
