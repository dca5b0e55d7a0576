/** Forwards a message: a copy of it, sealed anew for the people of another chat. */
import { isGenuine } from '@earth/contracts';
import { readReply, writeForwarded } from '@earth/messaging';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useScope } from '../../platform/session/scope-context';
import type { SessionScope } from '../../platform/session/session-scope';
import { useTexts } from '../../shared/i18n';
import { holds } from '../../shared/search';
import { showToast } from '../../shared/toast';
import { SearchField } from '../../ui/controls/SearchField';
import { Dialog } from '../../ui/overlay/Dialog';
import type { ShownMessage } from '../conversation';
import styles from './forward.module.css';
import type { OpenedRoom } from './model/conversation';
import { openRoomFile } from './model/room-files';
import { startRoomSending } from './model/room-sending';
import { RoomAvatar } from './RoomAvatar';
import { RoomName } from './RoomName';
import { texts } from './texts';
import { useRooms } from './use-rooms';
import { useRoomWords } from './words';

interface Source {
  readonly scope: SessionScope;
  readonly roomId: string;
}

/** @throws if the file cannot be opened, or the outbox cannot be loaded */
async function forward(source: Source, { message, to }: { readonly message: ShownMessage; readonly to: string }) {
  const { fileName, text } = message;
  if (typeof text !== 'string') throw new Error('It cannot be read');
  const words = writeForwarded(readReply(text).text);
  const outbox = await startRoomSending(source.scope);
  if (fileName === null) return void outbox.send(to, words);
  const blob = await openRoomFile(source, message, 'file');
  if (!blob || !isGenuine(blob)) throw new Error('Its file cannot be read');
  outbox.sendFile(to, new File([blob], fileName, { type: blob.type }), words);
}

interface ForwardProps {
  readonly roomId: string;
  readonly message: ShownMessage;
  readonly onClose: () => void;
}

export function Forward({ roomId, message, onClose }: ForwardProps) {
  const t = useTexts(texts);
  const scope = useScope();
  const words = useRoomWords();
  const { rooms = [] } = useRooms();
  const [search, setSearch] = useState('');
  const { isPending, mutate } = useMutation({
    mutationFn: async (room: OpenedRoom) => forward({ scope, roomId }, { message, to: room.uniqueId }),
    // What waits for the network is in the outbox.
    networkMode: 'always',
    onSuccess: (_, room) => {
      showToast(t('forwardedTo', { name: words.name(room) }));
      onClose();
    },
    onError: () => showToast(t('forwardFailed')),
  });
  const shown = rooms.filter(
    (room) => room.uniqueId !== roomId && !words.isAlone(room) && holds(search, words.name(room)),
  );
  return (
    <Dialog isOpen onClose={onClose} title={t('forwardTo')}>
      <SearchField label={t('searchChats')} value={search} onChange={setSearch} />
      <p className="visually-hidden" role="status">
        {isPending && t('forwarding')}
      </p>
      {shown.length === 0 ? (
        <p className={styles.none}>{t('noOtherChats')}</p>
      ) : (
        <ul className={styles.rooms} aria-label={t('forwardTo')}>
          {shown.map((room) => (
            <li key={room.uniqueId}>
              <button
                type="button"
                className={styles.room}
                aria-disabled={isPending}
                onClick={() => isPending || mutate(room)}
              >
                <RoomAvatar room={room} size="small" />
                <span className={styles.name} title={words.name(room)}>
                  <RoomName room={room} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
