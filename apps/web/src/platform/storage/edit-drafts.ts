/** Drafts of editors and of messages on this device: sealed like the device cache, but they outlive a session that the server ended. */
import { createKeyedMutex } from '@earth/async';
import { myId } from '../index';
import type { SessionScope } from '../session/session-scope';
import { createDeviceCache, type DeviceCache } from './device-cache';
import { draftStore } from './forget-edit-drafts';

type EditDrafts = Pick<DeviceCache, 'read' | 'names' | 'keep' | 'drop'>;

/** Named by their owner: another user of the device neither reads nor replaces them. @throws if nobody is signed in */
export function createEditDrafts(scope: SessionScope): EditDrafts {
  const owner = myId();
  if (owner === null) throw new Error('Not signed in');
  const drafts = createDeviceCache(owner, draftStore);
  scope.onDispose(() => drafts.stop());
  const nameOf = (name: string) => `${owner} ${name}`;
  /** Sealing takes a while: what is dropped meanwhile would come back. */
  const writes = createKeyedMutex();
  return {
    read: (name) => drafts.read(nameOf(name)),
    names: async (start) => (await drafts.names(nameOf(start))).map((name) => name.slice(nameOf('').length)),
    keep: (name, one) => writes.run(name, () => drafts.keep(nameOf(name), one)),
    drop: async (names) => {
      await Promise.all(names.map((name) => writes.run(name, () => drafts.drop([nameOf(name)]))));
    },
  };
}
