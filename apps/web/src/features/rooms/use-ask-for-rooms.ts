import { useTexts } from '../../app/i18n';
import { LoadingInProgressError } from '../../data/room-loading';
import { askForRooms } from '../../data/room-queries';
import { showToast } from '../../ui/toast';
import { texts } from './texts';

/** Asks for the rooms again; while they are on their way it says so (Assist 8). */
export function useAskForRooms() {
  const t = useTexts(texts);
  return () =>
    void askForRooms().catch((error: unknown) => {
      if (error instanceof LoadingInProgressError) showToast(t('loadingInProgress'));
    });
}
