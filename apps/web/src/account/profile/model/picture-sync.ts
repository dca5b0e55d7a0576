import { coalesce } from '@earth/async';
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
