import { readReply } from '@earth/messaging';
import { useScope, useScoped } from '../../platform/session/scope-context';
import { myId } from '../../platform';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { AllowSteps, openMicrophone, useCall } from '../calls';
import { Composer, useAttach } from '../conversation';
import { mentionedIn } from '../conversation/model/mentions';
import { ownMessagesIn } from '../conversation/model/own-messages';
import type { OpenedRoom } from './model/conversation';
import { knownConversation } from './model/room-queries';
import { useRoomOutbox } from './model/room-sending';
import { createTyping } from './model/typing';
import styles from './conversation.module.css';
import { TakePicture } from './TakePicture';
import { texts } from './texts';
import { useSendFile } from './use-send-file';
import { useRoomWords } from './words';

function Writing({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const scope = useScope();
  const words = useRoomWords();
  const outbox = useRoomOutbox();
  const typing = useScoped(createTyping);
  const { uniqueId: roomId, isGroup } = room;
  const sendFile = useSendFile(roomId);
  const attach = useAttach({ kind: 'room', id: roomId });
  const { phase } = useCall().view;
  function send(text: string) {
    const mentions = isGroup ? mentionedIn(readReply(text).text, words.others(room)) : [];
    outbox?.send(roomId, text, mentions.length > 0 ? { mentions } : {});
  }
  return (
    <Composer
      label={isGroup ? t('messageRoom') : t('messageTo', { name: firstName(words.name(room)) })}
      onSend={outbox && send}
      onFile={sendFile}
      ownMessages={() =>
        ownMessagesIn(knownConversation(scope, roomId)?.messages ?? [], outbox?.items() ?? [], myId() ?? '')
      }
      onTyping={() => typing.announce(roomId)}
      onSent={typing.stopAnnouncing}
      voice={{ openMicrophone, howToAllow: <AllowSteps />, isInterrupted: phase !== 'idle' && phase !== 'closed' }}
      camera={<TakePicture onChosen={attach} onTaken={sendFile} />}
    />
  );
}

/** The input field of a room, if it has other members. */
export function RoomComposer({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const { isAlone } = useRoomWords();
  if (!isAlone(room)) return <Writing room={room} />;
  return (
    <p className={styles.alone} role="status">
      {t(room.isGroup ? 'aloneInGroup' : 'aloneInPair')}
    </p>
  );
}
