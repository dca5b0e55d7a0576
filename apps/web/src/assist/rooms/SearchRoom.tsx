/** Search in one room, on the device: the server has no plain text. */
import { withoutBars } from '@earth/messaging';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatPercent, formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { placeIn } from '../../shared/search';
import { useNow } from '../../shared/use-now';
import { TextButton } from '../../ui/controls/Button';
import { SearchField } from '../../ui/controls/SearchField';
import { Empty } from '../../ui/feedback/Notice';
import { Progress } from '../../ui/feedback/Progress';
import { LinkedItem, RowLink } from '../../ui/rows/RowLink';
import type { Conversation, OpenedRoom } from './model/conversation';
import { excerptOf } from './model/excerpt';
import { hitsIn } from './model/room-search';
import { conversationQuery } from './model/room-queries';
import styles from './panel.module.css';
import { RoomPanel } from './RoomPanel';
import { texts } from './texts';
import { type ReturnTarget, useReturn } from './use-return';

const START = 1;
/** Rows that are shown at first, and that each step adds. */
const STEP = 50;

interface OlderProps {
  readonly known: Conversation;
  readonly way: ReturnTarget;
  readonly onGo: () => void;
}

/** What is not loaded yet is searched on request, because of mobile data. */
function Older({ known, way, onGo }: OlderProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!known.hasOlder) return null;
  if (way.type !== 'going')
    return (
      <p className={styles.older} role={way.type === 'failed' ? 'alert' : undefined}>
        {t(way.type === 'failed' ? 'olderFailed' : 'olderNotSearched')}{' '}
        <TextButton onClick={onGo}>{t(way.type === 'failed' ? 'tryAgain' : 'searchOlder')}</TextButton>
      </p>
    );
  const at = known.messages[0]?.position ?? START;
  const gone = Math.min(1, Math.max(0, (way.from - at) / Math.max(1, way.from - START)));
  return (
    <div className={styles.older}>
      <p role="status">
        {t('searchingOlder')} <span aria-hidden="true">{formatPercent(gone, language)}</span>
      </p>
      <Progress label={t('searchingOlder')} value={gone} />
      <TextButton onClick={way.stop}>{t('stopGoing')}</TextButton>
    </div>
  );
}

interface SearchRoomProps {
  readonly room: OpenedRoom;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** A message was chosen: the conversation scrolls to it. */
  readonly onJump: () => void;
  readonly onClose: () => void;
}

export function SearchRoom({ room, search, onSearch, onJump, onClose }: SearchRoomProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const { uniqueId: roomId } = room;
  const { data: known } = useQuery(conversationQuery(roomId));
  const { way, go } = useReturn(roomId, undefined);
  // The field stays quick while thousands of messages are searched.
  const wanted = useDeferredValue(search.trim());
  const hits = useMemo(() => hitsIn(known?.messages ?? [], wanted), [known, wanted]);
  const [steps, setSteps] = useState({ wanted, count: STEP });
  // Another search begins with the first rows again.
  const count = steps.wanted === wanted ? steps.count : STEP;
  return (
    <RoomPanel title={t('searchRoom')} onClose={onClose}>
      <SearchField label={t('searchMessages')} value={search} onChange={onSearch} autoFocus />
      <p className="visually-hidden" role="status">
        {wanted !== '' && t('found', { count: hits.length })}
      </p>
      {wanted === '' && <p className={styles.hint}>{t('searchRoomLine')}</p>}
      {wanted !== '' && hits.length === 0 && (
        <Empty
          icon={<IconSearchOff size={40} stroke={1.75} aria-hidden="true" />}
          title={t('noMatch')}
          line={t('noMatchInRoom')}
        />
      )}
      {hits.length > 0 && (
        <ul className={styles.hits} aria-label={t('foundMessages')}>
          {hits.slice(0, count).map(({ uniqueId, position, sender, date, text }) => {
            const { before, found, after } = excerptOf(withoutBars(text), placeIn(text, wanted));
            return (
              <LinkedItem key={uniqueId} className={styles.hit}>
                <p className={styles.hitHead}>
                  <RowLink
                    to="/rooms/$roomId"
                    params={{ roomId }}
                    search={{ message: position }}
                    resetScroll={false}
                    activeOptions={{ includeSearch: true }}
                    className={styles.sender}
                    onClick={onJump}
                  >
                    <bdi>{sender.name}</bdi>
                  </RowLink>
                  <time dateTime={date}>{formatShortDate(new Date(date), now, language)}</time>
                </p>
                <p className={styles.excerpt} dir="auto">
                  {before}
                  <mark className={styles.mark}>{found}</mark>
                  {after}
                </p>
              </LinkedItem>
            );
          })}
        </ul>
      )}
      {hits.length > count && (
        <TextButton onClick={() => setSteps({ wanted, count: count + STEP })}>{t('moreHits')}</TextButton>
      )}
      {known && wanted !== '' && <Older known={known} way={way} onGo={() => go(START)} />}
    </RoomPanel>
  );
}
