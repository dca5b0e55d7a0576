import { useTexts } from '../../shared/i18n';
import { LoadingInProgressError } from './model/room-loading';
import { requestRooms } from './model/room-queries';
import { showToast } from '../../shared/toast';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

/** Requests the rooms again, and notifies the user if they are loading already (A8.8). */
export function useAskForRooms() {
  const scope = useScope();
  const t = useTexts(texts);
  return () =>
    void requestRooms(scope).catch((error: unknown) => {
      if (error instanceof LoadingInProgressError) showToast(t('loadingInProgress'));
    });
}
