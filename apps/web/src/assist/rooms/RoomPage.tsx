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
import { ConversationContext, type ConversationSource, type ShownMessage, useAttach } from '../conversation';
import type { Mentionable } from '../conversation/model/mentions';
import styles from './conversation.module.css';
import { Details } from './Details';
import type { Panel } from './panel';
import { Forward } from './Forward';
import { RoomComposer } from './RoomComposer';
import { RoomFiles } from './RoomFiles';
import { RoomHead } from './RoomHead';
import { RoomMessages } from './RoomMessages';
import { SearchRoom } from './SearchRoom';
import { texts } from './texts';
import { Typing } from './Typing';
import { useAskForRooms } from './use-ask-for-rooms';
import { useRooms } from './use-rooms';
import { useRoomWords } from './words';

/** The people of a group; the same list as long as they are the same, because all messages are rendered with it. */
function useMentionable({ isGroup, participants }: OpenedRoom): readonly Mentionable[] {
  const people = JSON.stringify(isGroup ? participants.map(({ uniqueId, name }) => ({ uniqueId, name })) : []);
  return useMemo(() => JSON.parse(people) as Mentionable[], [people]);
}

/** The room as a conversation. */
function useSource(room: OpenedRoom, forward: (message: ShownMessage) => void): ConversationSource {
  const scope = useScope();
  const outbox = useRoomOutbox();
  const people = useMentionable(room);
  const { uniqueId: roomId } = room;
  return useMemo(
    () => ({
      place: { kind: 'room', id: roomId },
      openFile: (...file) => openRoomFile({ scope, roomId }, ...file),
      outbox,
      sendChange: outbox && ((text, change) => void outbox.send(roomId, text, { change })),
      forward,
      people,
    }),
    [scope, roomId, outbox, forward, people],
  );
}

function Room({ room }: { readonly room: OpenedRoom }) {
  const scope = useScope();
  const words = useRoomWords();
  const isDesktop = useIsDesktop();
  const reach = useReach();
  const [panel, showPanel] = useState<Panel | null>(null);
  // Kept while a found message is read, which covers the search on a phone.
  const [search, setSearch] = useState('');
  const [forwarded, setForwarded] = useState<ShownMessage | null>(null);
  const roomId = room.uniqueId;
  // Loads the recipients of messages in advance, in case the device goes offline.
  const { data: people } = useQuery(roomPeopleQuery(roomId));
  const contacts = useMemo(() => people?.map(({ contact }) => contact) ?? [], [people]);
  useTitle(words.name(room));
  useEffect(() => void startRoomSending(scope).catch(() => undefined), [scope]);
  const source = useSource(room, setForwarded);
  const attach = useAttach(source.place);
  // If the room has no other members, a dropped file must not be opened by the browser.
  const drop = dropTarget((file) => {
    if (!words.isAlone(room)) attach(file);
  });
  const close = () => showPanel(null);
  const closeOnPhone = () => !isDesktop && close();
  // On a phone a panel covers the messages, which stay mounted.
  const isCovered = panel !== null && !isDesktop;
  return (
    <ConversationContext value={source}>
      <section className={styles.room} aria-label={words.name(room)} data-covered={isCovered || undefined} {...drop}>
        <RoomHead room={room} panel={panel} onPanel={(asked) => showPanel(asked === panel ? null : asked)} />
        {!isDesktop && <OfflineBar reach={reach} />}
        <RoomMessages room={room} />
        <Typing room={room} />
        <LeftOutLines people={contacts} />
        <RoomComposer room={room} />
      </section>
      {panel === 'details' && <Details room={room} onPanel={showPanel} onClose={close} />}
      {panel === 'search' && (
        <SearchRoom room={room} search={search} onSearch={setSearch} onJump={closeOnPhone} onClose={close} />
      )}
      {panel === 'files' && <RoomFiles room={room} onJump={close} onClose={close} />}
      {forwarded && <Forward roomId={roomId} message={forwarded} onClose={() => setForwarded(null)} />}
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
