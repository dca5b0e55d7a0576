import { coalesce } from '@earth/async';
import type { PushEvent } from '@earth/contracts';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createPictureLoading } from './picture-loading';
import { sharePicture } from './own-picture';

/** Brings the pictures of others to this device, and the user's own to its audience. Calls during a run share the next one. */
export function createPictureSync(scope: SessionScope): () => Promise<void> {
  const loading = scope.get(createPictureLoading);
  const kept = loading.showKept();
  return coalesce(async () => {
    await kept;
    await Promise.allSettled([loading.refresh(), sharePicture(scope)]);
  });
}

/**
 * What could not be opened is tried again only if it may have another key since.
 * @param event what has happened; absent: the connection is new, and events may have been missed
 */
export function syncPictures(scope: SessionScope, event?: PushEvent): Promise<void> {
  const loading = scope.get(createPictureLoading);
  if (!event || event.messageType === 'KeysChanged') loading.tryAgain();
  else if (event.messageType === 'ProfilePictureChanged') loading.tryAgain(event.messageContent.contactUniqueId);
  return scope.get(createPictureSync)();
}
