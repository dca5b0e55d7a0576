import { withoutBars } from '@earth/messaging';
import { firstName, formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';
import { placeIn } from '../../shared/search';
import { roomIn } from './model/room-queries';
import type { OpenedRoom } from './model/conversation';
import type { Hit } from './model/room-search';
import { LinkedItem, RowLink } from '../../ui/rows/RowLink';
import { excerptOf } from './model/excerpt';
import { RoomAvatar } from './RoomAvatar';
import { RoomName } from './RoomName';
import styles from './rooms.module.css';
import { texts } from './texts';

interface FoundMessageProps {
  readonly room: OpenedRoom;
  readonly hit: Hit;
  readonly search: string;
}

/** A search result: room, date, author, and the text with the match marked. */
function FoundMessage({ room, hit: { sender, text, date, position }, search }: FoundMessageProps) {
  const language = useLanguage();
  const now = useNow();
  const { before, found, after } = excerptOf(withoutBars(text), placeIn(text, search));
  return (
    <LinkedItem className={styles.row}>
      <RoomAvatar room={room} />
      <div className={styles.words}>
        <p className={styles.line}>
          <RowLink
            to="/rooms/$roomId"
            params={{ roomId: room.uniqueId }}
            search={{ message: position }}
            // The conversation scrolls to the message, so the router must not restore the scroll position.
            resetScroll={false}
            activeOptions={{ includeSearch: true }}
            className={styles.name}
            activeProps={{ 'aria-current': 'page' }}
          >
            <RoomName room={room} />
          </RowLink>
          <time dateTime={date} className={styles.time}>
            {formatShortDate(new Date(date), now, language)}
          </time>
        </p>
        <p className={styles.line}>
          <span className={styles.last}>
            <bdi>{firstName(sender.name)}</bdi>: {before}
            <mark className={styles.mark}>{found}</mark>
            {after}
          </span>
        </p>
      </div>
    </LinkedItem>
  );
}

interface FoundMessagesProps extends Pick<FoundMessageProps, 'search'> {
  readonly hits: readonly Hit[];
  readonly rooms: readonly OpenedRoom[];
}

/** Search results in the texts of messages. */
export function FoundMessages({ hits, rooms: all, search }: FoundMessagesProps) {
  const t = useTexts(texts);
  return (
    <section>
      <h2 className={styles.heading}>{t('foundMessages')}</h2>
      <ul aria-label={t('foundMessages')}>
        {hits.map((hit) => {
          const room = roomIn(all, hit.roomUniqueId);
          return room && <FoundMessage key={hit.uniqueId} room={room} hit={hit} search={search} />;
        })}
      </ul>
    </section>
  );
}
