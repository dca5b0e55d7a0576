import { getSharedPicture, removeProfilePicture } from '@earth/contracts';
import { myId, sendCall } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createProfilePictures } from '../../../shared/profile-pictures';
import { replacePicture } from './own-picture';
import { createPictureSync } from './picture-sync';

/** @param picture as a `data:` address; null removes it. Resolves when the server has it; the keys of others follow. */
export async function changePicture(scope: SessionScope, picture: string | null): Promise<void> {
  if (picture === null) await sendCall(removeProfilePicture, {});
  else await replacePicture(scope, picture, (await sendCall(getSharedPicture, {}))?.version);
  const store = scope.get(createProfilePictures);
  const { [myId() ?? '']: _, ...others } = store.getState();
  if (!scope.signal.aborted) store.setState({ ...others, ...(picture !== null && { [myId() ?? '']: picture }) }, true);
  // By the push too, if the socket is open.
  void scope.get(createPictureSync)();
}
