import { useTexts } from '../../shared/i18n';
import { LoadingInProgressError } from './model/room-loading';
import { askForRooms } from './model/room-queries';
import { showToast } from '../../shared/toast';
import { texts } from './texts';

/** Asks for the rooms again; while they are on their way it says so (A8.8). */
export function useAskForRooms() {
  const t = useTexts(texts);
  return () =>
    void askForRooms().catch((error: unknown) => {
      if (error instanceof LoadingInProgressError) showToast(t('loadingInProgress'));
    });
}
