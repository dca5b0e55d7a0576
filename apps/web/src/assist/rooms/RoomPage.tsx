import { IconMessageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useScope } from '../../platform/session/scope-context';
import { useTexts } from '../../shared/i18n';
import { useReach } from '../../shared/use-reach';
import { useTitle } from '../../shared/use-title';
import { roomPeopleQuery } from './model/room-people';
import { roomIn } from './model/room-queries';
import type { OpenedRoom } from './model/conversation';
import { openRoomFile } from './model/room-files';
import { startRoomSending, useRoomOutbox } from './model/room-sending';
import { ButtonLink } from '../../ui/controls/Button';
import { dropTarget } from '../../ui/controls/files-in';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { OfflineBar } from '../../ui/feedback/OfflineBar';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { useIsDesktop } from '../../shared/use-media';
import { LeftOutLines } from '../../account/keys';
import { ConversationContext, type ConversationSource } from '../conversation';
import styles from './conversation.module.css';
import { Details } from './Details';
import { RoomComposer } from './RoomComposer';
import { RoomHead } from './RoomHead';
import { RoomMessages } from './RoomMessages';
import { texts } from './texts';
import { Typing } from './Typing';
import { useAskForRooms } from './use-ask-for-rooms';
import { useRooms } from './use-rooms';
import { useSendFile } from './use-send-file';
import { useRoomWords } from './words';

/** The room as a conversation. */
function useSource(roomId: string): ConversationSource {
  const scope = useScope();
  const outbox = useRoomOutbox();
  return useMemo(
    () => ({
      place: { kind: 'room', id: roomId },
      openFile: (...file) => openRoomFile({ scope, roomId }, ...file),
      outbox,
    }),
    [scope, roomId, outbox],
  );
}

function Room({ room }: { readonly room: OpenedRoom }) {
  const scope = useScope();
  const words = useRoomWords();
  const isDesktop = useIsDesktop();
  const reach = useReach();
  const [areDetailsShown, showDetails] = useState(false);
  const roomId = room.uniqueId;
  // Loads the recipients of messages in advance, in case the device goes offline.
  const { data: people } = useQuery(roomPeopleQuery(roomId));
  const contacts = useMemo(() => people?.map(({ contact }) => contact) ?? [], [people]);
  useTitle(words.name(room));
  useEffect(() => void startRoomSending(scope).catch(() => undefined), [scope]);
  const sendFile = useSendFile(roomId);
  // If the room has no other members, a dropped file must not be opened by the browser.
  const drop = dropTarget((file) => {
    if (!words.isAlone(room)) sendFile(file);
  });
  const details = <Details room={room} onClose={() => showDetails(false)} />;
  // On a phone the details cover the messages, which stay mounted.
  const isCovered = areDetailsShown && !isDesktop;
  return (
    <ConversationContext value={useSource(roomId)}>
      <section className={styles.room} aria-label={words.name(room)} data-covered={isCovered || undefined} {...drop}>
        <RoomHead room={room} areDetailsShown={areDetailsShown} onDetails={() => showDetails(!areDetailsShown)} />
        {!isDesktop && <OfflineBar reach={reach} />}
        <RoomMessages room={room} />
        <Typing room={room} />
        <LeftOutLines people={contacts} />
        <RoomComposer room={room} />
      </section>
      {areDetailsShown && details}
    </ConversationContext>
  );
}

function State({ roomId }: { readonly roomId: string }): ReactNode {
  const t = useTexts(texts);
  const { rooms, error, isComing, isCutOff } = useRooms();
  const ask = useAskForRooms();
  const room = roomIn(rooms, roomId);
  if (room) return <Room room={room} />;
  if (isComing) return <SkeletonRows count={4} />;
  if (isCutOff) return <Failed title={t('failed')} line={error?.message} onRetry={ask} />;
  const icon = <IconMessageOff size={40} stroke={1.75} aria-hidden="true" />;
  return (
    <div className={styles.gone}>
      <Empty icon={icon} title={t('gone')} line={t('goneLine')}>
        <ButtonLink to="/rooms" kind="filled">
          {t('showAll')}
        </ButtonLink>
      </Empty>
    </div>
  );
}

/** A room: its messages and the input field. */
export function RoomPage() {
  const { roomId = '' } = useParams({ strict: false });
  return (
    <article className={styles.page}>
      <State key={roomId} roomId={roomId} />
    </article>
  );
}
