import { IconEdit, IconMessages, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../app/i18n';
import { useKey } from '../../app/keys';
import { holds } from '../../app/search';
import { useTitle } from '../../app/use-title';
import { roomsQuery } from '../../data/room-queries';
import { FilledButton, TextButton } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Empty, Failed } from '../../ui/Notice';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/Skeleton';
import { useIsDesktop } from '../../ui/use-media';
import { NewRoom } from './NewRoom';
import { RoomRow } from './RoomRow';
import styles from './rooms.module.css';
import { texts } from './texts';
import { useRoomWords } from './words';

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

interface FoundProps {
  readonly search: string;
  readonly onClear: () => void;
  readonly onNew: () => void;
}

/** The list in each of its states. */
function Found({ search, onClear, onNew }: FoundProps): ReactNode {
  const t = useTexts(texts);
  const words = useRoomWords();
  const { data: rooms, error, isPending, refetch } = useQuery(roomsQuery);
  if (isPending) return <SkeletonRows count={6} />;
  if (!rooms) return <Failed title={t('failed')} line={error?.message} onRetry={() => void refetch()} />;
  if (rooms.length === 0)
    return (
      <Empty icon={<IconMessages {...icon} />} title={t('empty')} line={t('emptyLine')}>
        <FilledButton icon={<IconEdit size={20} stroke={1.75} aria-hidden="true" />} onClick={onNew}>
          {t('startOne')}
        </FilledButton>
      </Empty>
    );
  const found = rooms.filter((room) => holds(search, words.name(room)));
  if (found.length === 0)
    return (
      <Empty icon={<IconSearchOff {...icon} />} title={t('noMatch')} line={t('noMatchLine')}>
        <TextButton onClick={onClear}>{t('clearSearch')}</TextButton>
      </Empty>
    );
  return (
    <ul aria-label={t('list')}>
      {found.map((room) => (
        <RoomRow key={room.uniqueId} room={room} />
      ))}
    </ul>
  );
}

/** All rooms, and beside them on a desktop the one that is open. */
export function Rooms() {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  const [search, setSearch] = useState('');
  const [isMaking, setMaking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isChosen = 'roomId' in useParams({ strict: false });
  useTitle(t('title'));
  useKey('/', () => field.current?.focus());
  if (isChosen && !isDesktop) return <Outlet />;
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={t('title')}>
        <header className={styles.header}>
          <div className={styles.top}>
            <h1 className={styles.title}>{t('title')}</h1>
            <IconButton
              label={t('newRoom')}
              icon={<IconEdit size={20} stroke={1.75} aria-hidden="true" />}
              isQuiet
              onClick={() => setMaking(true)}
            />
          </div>
          <SearchField
            ref={field}
            label={t('search')}
            value={search}
            onChange={setSearch}
            keyName={isDesktop ? '/' : undefined}
          />
        </header>
        <Found search={search} onClear={() => setSearch('')} onNew={() => setMaking(true)} />
      </section>
      {isDesktop && (
        <div className={styles.detail}>
          {isChosen ? (
            <Outlet />
          ) : (
            <div className={styles.nothing}>
              <Empty icon={<IconMessages {...icon} />} title={t('choose')} line={t('chooseLine')} />
            </div>
          )}
        </div>
      )}
      {isMaking && <NewRoom onClose={() => setMaking(false)} />}
    </div>
  );
}
