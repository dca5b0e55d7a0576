import { useScope } from '../../platform/session/scope-context';
import { useTexts } from '../../shared/i18n';
import { startRoomSending, useRoomOutbox } from './model/room-sending';
import { showToast } from '../../shared/toast';
import { texts } from './texts';

/** Sends files to a room. Files that are dropped, pasted or chosen while the outbox is loading wait for it. */
export function useSendFile(roomId: string): (file: File, text?: string) => void {
  const scope = useScope();
  const t = useTexts(texts);
  const outbox = useRoomOutbox();
  return (file, text) => {
    if (outbox) return void outbox.sendFile(roomId, file, text);
    void startRoomSending(scope).then(
      (loaded) => loaded.sendFile(roomId, file, text),
      () => showToast(t('notTaken')),
    );
  };
}
