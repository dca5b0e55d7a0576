import { useDebounced } from '../../shared/use-debounced';
import { IconEdit, IconMessages, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { ListPage } from '../../ui/page/ListPage';
import { holds } from '../../shared/search';
import { useScope } from '../../platform/session/scope-context';
import { holdPages } from './model/room-cache';
import { roomIn } from './model/room-queries';
import type { OpenedRoom } from './model/conversation';
import { type Hit, messageSearchQuery } from './model/room-search';
import { FilledButton, TextButton } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { FoundMessages } from './FoundMessages';
import { NewRoom } from './NewRoom';
import { RoomRow } from './RoomRow';
import { RoomsLoading } from './RoomsLoading';
import styles from './rooms.module.css';
import { texts } from './texts';
import { useAskForRooms } from './use-ask-for-rooms';
import { useRooms } from './use-rooms';
import { useRoomWords } from './words';

/** Debounce of the search while the user types. */
const SEARCH_AFTER_MS = 150;

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

interface FoundProps {
  readonly search: string;
  readonly onClear: () => void;
  readonly onNew: () => void;
}

/** Keeps the former results until the new ones are known. */
const hitsFor = (search: string, rooms: readonly OpenedRoom[], found: readonly Hit[] = []) =>
  search.trim() === '' ? [] : found.filter((hit) => roomIn(rooms, hit.roomUniqueId) && holds(search, hit.text));

/** The list, in each of its states. */
function Found({ search, onClear, onNew }: FoundProps): ReactNode {
  const t = useTexts(texts);
  const words = useRoomWords();
  const { rooms, error, percentage, isComing, isCutOff } = useRooms();
  const ask = useAskForRooms();
  const wanted = useDebounced(search.trim(), SEARCH_AFTER_MS);
  const isInUse = search.trim() !== '';
  const scope = useScope();
  useEffect(() => (isInUse ? holdPages(scope) : undefined), [isInUse, scope]);
  const { data: inCache, isFetching } = useQuery(messageSearchQuery(wanted, (text) => holds(wanted, text)));
  if (!rooms?.length && isComing) return <SkeletonRows count={6} />;
  if (!rooms) return <Failed title={t('failed')} line={error?.message} onRetry={ask} />;
  if (rooms.length === 0)
    return (
      <Empty icon={<IconMessages {...icon} />} title={t('empty')} line={t('emptyLine')}>
        <FilledButton icon={<IconEdit size={20} stroke={1.75} aria-hidden="true" />} onClick={onNew}>
          {t('startOne')}
        </FilledButton>
      </Empty>
    );
  const found = rooms.filter((room) => holds(search, words.name(room)));
  const isSearching = isFetching || isComing || wanted !== search.trim();
  const hits = hitsFor(search, rooms, inCache);
  if (found.length === 0 && hits.length === 0)
    return isSearching ? (
      <SkeletonRows count={3} />
    ) : (
      <Empty icon={<IconSearchOff {...icon} />} title={t('noMatch')} line={t('noMatchLine')}>
        <TextButton onClick={onClear}>{t('clearSearch')}</TextButton>
      </Empty>
    );
  return (
    <>
      {found.length > 0 && (
        <ul aria-label={t('list')}>
          {found.map((room) => (
            <RoomRow key={room.uniqueId} room={room} />
          ))}
        </ul>
      )}
      {hits.length > 0 && <FoundMessages hits={hits} rooms={rooms} search={search} />}
      {percentage !== null && <RoomsLoading percentage={percentage} />}
      {isCutOff && <Failed title={t('restFailed')} line={error?.message} onRetry={ask} />}
      <p className="visually-hidden" role="status">
        {hits.length > 0 && !isSearching && t('found', { count: hits.length })}
      </p>
    </>
  );
}

/** All rooms, and on a desktop the open one beside them. */
export function Rooms() {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const [isMaking, setMaking] = useState(false);
  const isChosen = 'roomId' in useParams({ strict: false });
  const { rooms } = useRooms();
  const make = () => setMaking(true);
  return (
    <ListPage
      title={t('title')}
      acts={
        <IconButton
          label={t('newRoom')}
          icon={<IconEdit size={20} stroke={1.75} aria-hidden="true" />}
          isQuiet
          onClick={make}
        />
      }
      search={{ label: t('search'), value: search, onChange: setSearch }}
      isChosen={isChosen}
      nothing={
        rooms?.length !== 0 && <Empty icon={<IconMessages {...icon} />} title={t('choose')} line={t('chooseLine')} />
      }
      className={styles.page}
    >
      <Found search={search} onClear={() => setSearch('')} onNew={make} />
      {isMaking && <NewRoom onClose={() => setMaking(false)} />}
    </ListPage>
  );
}
