/** What this device has read, of who is signed in. */
import { createDeviceCache, type DeviceCache } from './device-cache';
import { myId, onSessionEnd } from '../index';

let current: { readonly owner: string; readonly cache: DeviceCache } | null = null;

/** Null: nobody is signed in. */
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
