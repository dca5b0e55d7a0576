import { useTexts } from '../../shared/i18n';
import { startRoomSending, useRoomOutbox } from './model/room-sending';
import { showToast } from '../../shared/toast';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

/** Sends files to a room. Files that are dropped, pasted or chosen while the outbox is loading wait for it. */
export function useSendFile(roomId: string): (file: File) => void {
  const scope = useScope();
  const t = useTexts(texts);
  const outbox = useRoomOutbox();
  return (file) => {
    if (outbox) return outbox.sendFile(roomId, file);
    void startRoomSending(scope).then(
      (loaded) => loaded.sendFile(roomId, file),
      () => showToast(t('notTaken')),
    );
  };
}
