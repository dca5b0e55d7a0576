/** The device cache of the signed-in user. */
import { createDeviceCache, type DeviceCache } from './device-cache';
import { myId, onSessionEnd } from '../index';

let current: { readonly owner: string; readonly cache: DeviceCache } | null = null;

/** Null: not signed in. */
export function pageCache(): DeviceCache | null {
  const owner = myId();
  if (owner === null) return null;
  if (current?.owner !== owner) {
    current?.cache.stop();
    current = { owner, cache: createDeviceCache(owner) };
  }
  return current.cache;
}

onSessionEnd(() => {
  current?.cache.stop();
  current = null;
});
