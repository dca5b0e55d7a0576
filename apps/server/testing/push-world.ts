import { addPushToken } from '@earth/contracts';
import type { SignedInClient } from './client';
import { PushService, TestBrowser } from './push-service';
import { startTestServer, type TestServer } from './start-test-server';

/** A server, and the fake push service to which all its pushes go. */
export interface PushWorld {
  readonly server: TestServer;
  readonly service: PushService;
  /** Registers a device for pushes. @param host the apparent host of the push service */
  subscribe(client: SignedInClient, host?: string): Promise<TestBrowser>;
  close(): Promise<void>;
}

/** @param variables settings as the environment would have them */
export async function startPushWorld(variables: Readonly<Record<string, string>> = {}): Promise<PushWorld> {
  const service = await PushService.start();
  const server = await startTestServer(variables, service.network);
  return {
    server,
    service,
    async subscribe(client, host) {
      const browser = new TestBrowser(service, host);
      await client.call(addPushToken, { token: browser.subscription, deviceId: client.deviceId });
      return browser;
    },
    async close() {
      await server.close();
      await service.close();
    },
  };
}
