/** Guests and their links. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { SignedInClient } from './client';
import type { TestServer } from './start-test-server';

/** The code in the address of a link. */
export const codeOf = ({ url }: contracts.MadeGuestLink): string => new URL(url).hash.slice(1);

const device = { appOs: 'web', model: 'Test' } as const;

/** Comes in by a link, on a new device. */
export async function enter(server: TestServer, code: string, name = 'Rosa Blu'): Promise<SignedInClient> {
  const deviceId = randomUUID();
  const { login, profile } = await server.visitor(deviceId).call(contracts.enterAsGuest, {
    code,
    name,
    deviceId,
    ...device,
  });
  return new SignedInClient({
    url: server.url,
    deviceId,
    contactId: profile.uniqueId,
    privateKey: login.privateKey,
    token: login.token.token,
    refreshToken: login.token.refreshToken,
  });
}
