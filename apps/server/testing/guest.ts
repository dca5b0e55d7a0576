/** Guests and their links. */
import * as contracts from '@earth/contracts';
import { SignedInClient } from './client';
import type { TestServer } from './start-test-server';

/** The code in the URL of a link. */
export const codeOf = ({ url }: contracts.MadeGuestLink): string => new URL(url).hash.slice(1);

/** Enters by a link, on a new device unless one is given. */
export const enter = async (...entering: Parameters<typeof enterToRate>): Promise<SignedInClient> =>
  (await enterToRate(...entering)).guest;

/** Enters by a link. @returns with the token by which this device may rate the call */
export async function enterToRate(
  server: TestServer,
  code: string,
  name = 'Rosa Blu',
  deviceId?: string,
): Promise<{ guest: SignedInClient; ratingToken: string }> {
  const visitor = server.visitor(deviceId);
  const device = { deviceId: visitor.deviceId, appOs: 'web', model: 'Test' } as const;
  const { login, profile, ratingToken } = await visitor.call(contracts.enterAsGuest, { code, name, ...device });
  return { guest: SignedInClient.of(visitor, profile.uniqueId, login), ratingToken };
}
