/**
 * A push service on this machine, and a subscription at it. It gets what the server sends to browsers, and opens it as a browser does.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import type { Person } from './person';
import type { Settings, TestServer } from './server';

/** With them a server sends its pushes to the service of its folder. */
export const atPushService: Settings = {
  NODE_OPTIONS: `--import=${new URL('lead-to-push-service.mjs', import.meta.url).href}`,
};

export interface PushService {
  /** What has arrived so far, opened. */
  arrived(): readonly unknown[];
  /** Waits for the push after the first `known` ones. */
  next(known: number): Promise<object>;
  close(): Promise<void>;
}

const SALT_BYTES = 16;
const POINT_AT = SALT_BYTES + 4 + 1;
const TAG_BYTES = 16;

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** RFC 8291 and RFC 8188, for one record. */
function open(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const pointEnd = POINT_AT + body.readUInt8(POINT_AT - 1);
  const sender = body.subarray(POINT_AT, pointEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const material = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(body.subarray(pointEnd, -TAG_BYTES)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Runs in the page: no push service can be reached from here, so that the browser's own cannot subscribe. */
function subscribeTo(subscription: { readonly endpoint: string; readonly keys: object }) {
  const made = { options: { applicationServerKey: null }, toJSON: () => subscription, unsubscribe: async () => true };
  const there: unknown[] = [];
  PushManager.prototype.subscribe = async () => {
    there.push(made);
    return made as unknown as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () => (there[0] ?? null) as PushSubscription | null;
}

/** Starts the service of a server, where the pages of a person subscribe from their next load on. */
export async function startPushService({ dataDir }: TestServer, { page }: Person): Promise<PushService> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const pushes: object[] = [];
  const service = createServer((request, response) => {
    void buffer(request).then((body) => {
      pushes.push(JSON.parse(open(body, pair, auth)) as object);
      response.writeHead(201).end();
    });
  }).listen(join(dataDir, 'push.sock'));
  await once(service, 'listening');
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
  await page.context().addInitScript(subscribeTo, { endpoint: 'https://push.example.com/visitor', keys });
  return {
    arrived: () => pushes,
    async next(known) {
      await expect.poll(() => pushes.length).toBeGreaterThan(known);
      return pushes[known] ?? {};
    },
    async close() {
      service.close();
      service.closeAllConnections();
      await once(service, 'close');
    },
  };
}
