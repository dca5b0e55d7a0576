/** The device cache of the signed-in user. */
import { createDeviceCache, type DeviceCache } from './device-cache';
import { myId } from '../index';
import type { SessionScope } from '../session/session-scope';

function createPageCache(scope: SessionScope): DeviceCache {
  const owner = myId();
  if (owner === null) throw new Error('Not signed in');
  const cache = createDeviceCache(owner);
  scope.onDispose(() => cache.stop());
  return cache;
}

/** Null: not signed in. */
export const pageCache = (scope: SessionScope): DeviceCache | null =>
  myId() === null ? null : scope.get(createPageCache);
