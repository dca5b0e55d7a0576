/** Drafts of editors on this device: sealed like the device cache, but they outlive a session that the server ended. */
import { myId } from '../index';
import type { SessionScope } from '../session/session-scope';
import { createDeviceCache, type DeviceCache } from './device-cache';
import { draftStore } from './forget-edit-drafts';

/** @throws if nobody is signed in */
export function createEditDrafts(scope: SessionScope): DeviceCache {
  const owner = myId();
  if (owner === null) throw new Error('Not signed in');
  const drafts = createDeviceCache(owner, draftStore);
  scope.onDispose(() => drafts.stop());
  return drafts;
}
