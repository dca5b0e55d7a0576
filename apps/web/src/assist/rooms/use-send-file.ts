import { useTexts } from '../../shared/i18n';
import { startRoomSending, useRoomOutbox } from './model/room-sending';
import { showToast } from '../../shared/toast';
import { texts } from './texts';

/** Takes files for a room. What is dropped, pasted or chosen while the outbox is still being loaded waits for it. */
export function useSendFile(roomId: string): (file: File) => void {
  const t = useTexts(texts);
  const outbox = useRoomOutbox();
  return (file) => {
    if (outbox) return outbox.sendFile(roomId, file);
    void startRoomSending().then(
      (loaded) => loaded.sendFile(roomId, file),
      () => showToast(t('notTaken')),
    );
  };
}
