import { getSharedPicture, removeProfilePicture } from '@earth/contracts';
import { ApiError, myId, sendCall } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createProfilePictures } from '../../../shared/profile-pictures';
import { replacePicture } from './own-picture';
import { createPictureSync } from './picture-sync';

/** @param picture as a `data:` address; null removes it. Resolves when the server has it; the keys of others follow. */
export async function changePicture(scope: SessionScope, picture: string | null): Promise<void> {
  const replace = async (chosen: string) =>
    await replacePicture(scope, chosen, { replacedVersion: (await sendCall(getSharedPicture, {}))?.version });
  // A device of the user may just have sealed the former picture again.
  const isConflict = (error: unknown) => error instanceof ApiError && error.error === 'conflict';
  if (picture === null) await sendCall(removeProfilePicture, {});
  else
    await replace(picture).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      return replace(picture);
    });
  const store = scope.get(createProfilePictures);
  const { [myId() ?? '']: _, ...others } = store.getState();
  if (!scope.signal.aborted) store.setState({ ...others, ...(picture !== null && { [myId() ?? '']: picture }) }, true);
  // By the push too, if the socket is open.
  void scope.get(createPictureSync)();
}
