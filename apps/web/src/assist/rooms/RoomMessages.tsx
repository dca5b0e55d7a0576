import { isGenuine, type RoomChange, type RoomParticipant } from '@earth/contracts';
import { applyChanges } from '@earth/messaging';
import { IconArrowDown, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { texts as appTexts } from '../../shared/texts';
import { useMe } from '../../platform';
import type { Conversation as Known, OpenedRoom } from './model/conversation';
import { useKnownKeys } from '../../platform/crypto/known-keys';
import { roomChangesQuery, roomPeopleQuery } from './model/room-people';
import { conversationQuery } from './model/room-queries';
import { useOutgoing } from './model/room-sending';
import { TextButton } from '../../ui/controls/Button';
import { openPart } from '../../ui/feedback/lazy-part';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { SafetyDialog } from '../../account/keys';
import type { CallRecord } from '../history';
import { Line, NoteLine, type Reader, useFileWords } from '../conversation';
import { type KeyChange, type Row, toRows } from '../conversation/model/rows';
import { CallLine } from './CallLine';
import styles from './conversation.module.css';
import { GoingBack } from './GoingBack';
import { texts } from './texts';
import { useCallsBetween } from './use-calls-between';
import { useScroll } from './use-scroll';
import { useUnreadAfter } from './use-unread-after';
import { useRoomWords } from './words';

const toReader = ({ contact, ...reached }: RoomParticipant): Reader => ({ contactId: contact.uniqueId, ...reached });
const nobody: readonly RoomParticipant[] = [];
const nothing: readonly RoomChange[] = [];

/** The start of what the user may read. */
function Start({ room, people }: { readonly room: OpenedRoom; readonly people: readonly RoomParticipant[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const me = useMe();
  const mine = people.find(({ contact }) => contact.uniqueId === me.uniqueId);
  const isNewcomer = mine !== undefined && mine.joinedPosition > 0;
  const date = formatDate(new Date(room.joinedDate), language);
  return <p className={styles.start}>{isNewcomer ? t('joinedLine', { date }) : t('startLine')}</p>;
}

interface NewKeysProps {
  readonly contactId: string;
  readonly people: readonly RoomParticipant[];
  readonly onCompare: (contactId: string) => void;
}

/** A member whose keys have changed: the user, or a person with whom the user can compare them. */
function NewKeys({ contactId, people, onCompare }: NewKeysProps) {
  const t = useTexts(texts);
  const me = useMe();
  const person = people.find(({ contact }) => contact.uniqueId === contactId)?.contact;
  if (contactId === me.uniqueId) return <p className={styles.newKeys}>{t('ownNewKeys')}</p>;
  if (!person) return null;
  return (
    <p className={styles.newKeys}>
      <IconKey size={16} stroke={1.75} aria-hidden="true" />
      {t('newKeys', { name: person.name })}
      <TextButton onClick={() => onCompare(contactId)}>{t('compare')}</TextButton>
    </p>
  );
}

/** A line about a member who joined, left or renamed the room. */
function Change({ change: { kind, contact, by } }: { readonly change: RoomChange }) {
  const t = useTexts(texts);
  const me = useMe();
  const isMine = contact.uniqueId === me.uniqueId;
  const { name } = contact;
  const words = {
    joined: () => (by?.uniqueId === me.uniqueId ? t('youAdded', { name }) : t('addedBy', { name, by: by?.name ?? '' })),
    left: () => t('hasLeft', { name }),
    renamed: () => (isMine ? t('youRenamed') : t('hasRenamed', { name })),
  };
  return <NoteLine>{words[kind]()}</NoteLine>;
}

/** The key changes of the members. */
function useKeyChanges(people: readonly RoomParticipant[]): readonly KeyChange[] {
  const known = useKnownKeys();
  return useMemo(
    () =>
      people
        .flatMap(({ contact: { uniqueId: contactId } }) =>
          (known[contactId]?.changes ?? []).map((date) => ({ contactId, date })),
        )
        .toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date)),
    [known, people],
  );
}

interface RoomLineProps {
  readonly row: Row;
  readonly room: OpenedRoom;
  readonly people: readonly RoomParticipant[];
  readonly readers: readonly Reader[];
  readonly calls: readonly CallRecord[];
  readonly onCompare: (contactId: string) => void;
}

function RoomLine({ row, room, people, readers, calls, onCompare }: RoomLineProps): ReactNode {
  const { isAlone } = useRoomWords();
  switch (row.type) {
    case 'start':
      return <Start room={room} people={people} />;
    case 'newKeys':
      return <NewKeys contactId={row.contactId} people={people} onCompare={onCompare} />;
    case 'change':
      return <Change change={row.change} />;
    case 'call': {
      const record = calls.find(({ id }) => id === row.call.id);
      return record && <CallLine record={record} />;
    }
    default:
      return <Line row={row} hasNames={room.isGroup} readers={readers} mayReply={!isAlone(room)} />;
  }
}

/** Announces new messages of others to screen readers. */
function Announced({ known }: { readonly known: Known }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const me = useMe();
  const fileWords = useFileWords();
  // As its changes have left it: what was deleted must not stay here.
  const last = useMemo(() => applyChanges(known.messages).at(-1), [known.messages]);
  const [from] = useState(last?.position ?? 0);
  const isNews = last && last.position > from && last.sender.uniqueId !== me.uniqueId && !last.isDeleted;
  return (
    <p className="visually-hidden" role="status">
      {isNews &&
        t('saidBy', {
          name: last.sender.name,
          text: isGenuine(last.text) ? fileWords(last.text ?? t('notForYouShort')) : tApp('notGenuineShort'),
        })}
    </p>
  );
}

function Messages({ room, known }: { readonly room: OpenedRoom; readonly known: Known }) {
  const t = useTexts(texts);
  const me = useMe();
  const words = useRoomWords();
  const { uniqueId: roomId, isKept = false, unreadMessages } = room;
  const { data: people = nobody } = useQuery(roomPeopleQuery(roomId));
  const readers = useMemo(() => people.map(toReader), [people]);
  const all = useOutgoing();
  const unreadAfter = useUnreadAfter(room);
  const keyChanges = useKeyChanges(people);
  const { data: roomChanges = nothing } = useQuery(roomChangesQuery(roomId));
  const [other] = room.isGroup ? [] : words.others(room);
  const calls = useCallsBetween(other?.uniqueId, known);
  const rows = useMemo(() => {
    const outgoing = all.filter(({ place }) => place.id === roomId);
    return toRows({ conversation: known, outgoing, meId: me.uniqueId, unreadAfter, keyChanges, roomChanges, calls });
  }, [known, all, roomId, me.uniqueId, unreadAfter, keyChanges, roomChanges, calls]);
  const { message: wanted } = useSearch({ strict: false });
  const scroll = { roomId, rows, hasOlder: known.hasOlder, isKept, wanted };
  const { place, virtualizer, isAtEnd, older, back } = useScroll(scroll);
  const items = virtualizer.getVirtualItems();
  // Outside the row, which is unmounted when it is scrolled out of view.
  const [comparing, setComparing] = useState<string | null>(null);
  const compare = (contactId: string) => void openPart(SafetyDialog, () => setComparing(contactId));
  const compared = people.find(({ contact }) => contact.uniqueId === comparing)?.contact;
  return (
    <div className={styles.messages}>
      <div
        ref={place}
        className={styles.scroll}
        role="log"
        aria-live="off"
        aria-label={t('messages', { name: words.name(room) })}
        // Focusable, so that it can be scrolled by keys.
        tabIndex={0}
      >
        <ol className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-current={
                    (wanted !== undefined && row.type === 'message' && row.message.position === wanted) || undefined
                  }
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <RoomLine row={row} room={room} people={people} readers={readers} calls={calls} onCompare={compare} />
                </li>
              )
            );
          })}
        </ol>
      </div>
      {older.state === 'failed' && (
        <p className={styles.older} role="alert">
          {t('olderFailed')} <TextButton onClick={() => void older.load()}>{t('tryAgain')}</TextButton>
        </p>
      )}
      {older.state !== 'failed' && <GoingBack known={known} unreadAfter={unreadAfter} {...back} />}
      {!isAtEnd && (
        <button type="button" className={styles.toEnd} onClick={() => virtualizer.scrollToEnd()}>
          <IconArrowDown size={20} stroke={1.75} aria-hidden="true" />
          <span className={unreadMessages > 0 ? undefined : 'visually-hidden'}>
            {unreadMessages > 0 ? t('newMessages', { count: unreadMessages }) : t('toLatest')}
          </span>
        </button>
      )}
      <Announced known={known} />
      {compared && <SafetyDialog person={compared} onClose={() => setComparing(null)} />}
    </div>
  );
}

const shapes = [220, 300, 160, 260, 200];

const Shapes = () => (
  <Loading className={styles.shapes}>
    {shapes.map((width, index) => (
      <div key={width} className={styles.shape} data-mine={index % 2 === 1 || undefined}>
        <SkeletonBlock width={width} height={52} />
      </div>
    ))}
  </Loading>
);

/** The messages of a room, newest last. */
export function RoomMessages({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const { data, error, isPending, refetch } = useQuery(conversationQuery(room.uniqueId));
  if (isPending) return <Shapes />;
  if (!data)
    return (
      <div className={styles.failed}>
        <Failed title={t('messagesFailed')} line={error?.message} onRetry={() => void refetch()} />
      </div>
    );
  return <Messages room={room} known={data} />;
}
