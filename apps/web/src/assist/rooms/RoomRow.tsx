import { isGenuine } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { IconBellOff } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { texts as appTexts } from '../../shared/texts';
import { useNow } from '../../shared/use-now';
import { useMe } from '../../platform';

import { LinkedItem, RowLink } from '../../ui/rows/RowLink';
import { useDraft, useReceipt } from '../conversation';
import { RoomAvatar } from './RoomAvatar';
import { RoomName } from './RoomName';
import styles from './rooms.module.css';
import { texts } from './texts';
import { useRoomWords } from './words';

/** Delivery state of the user's own last message. */
function Tick({ message }: { readonly message: NonNullable<OpenedRoom['lastMessage']> }) {
  const { Icon, word } = useReceipt(message);
  const className = message.read ? styles.readTick : styles.tick;
  return <Icon size={16} stroke={1.75} role="img" aria-label={word} className={className} />;
}

/** What the user has not sent yet; without it, the last message. Beside the open room its field shows it already. */
function LastLine({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const words = useRoomWords();
  const me = useMe();
  const { roomId } = useParams({ strict: false });
  const { uniqueId: id, lastMessage } = room;
  const draft = useDraft({ kind: 'room', id }).text.trim();
  if (draft !== '' && roomId !== id)
    return (
      <span className={styles.last} dir="auto">
        <strong className={styles.draft}>{t('draft')}</strong> {draft}
      </span>
    );
  return (
    <>
      {lastMessage?.sender.uniqueId === me.uniqueId && <Tick message={lastMessage} />}
      <span className={styles.last}>
        {isGenuine(room.lastText) ? words.lastLine(room) : <NotGenuine words={words.lastLine(room)} />}
      </span>
    </>
  );
}

/** A room in the list: name, last message, date, and number of unread messages. */
export function RoomRow({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const language = useLanguage();
  const now = useNow();
  const words = useRoomWords();
  const { uniqueId: roomId, unreadMessages: unread, unreadMentions = 0, mute, lastMessageDate } = room;
  return (
    <LinkedItem className={styles.row} data-unread={(unread > 0 && !mute) || unreadMentions > 0 || undefined}>
      <RoomAvatar room={room} />
      <div className={styles.words}>
        <p className={styles.line}>
          <RowLink
            to="/rooms/$roomId"
            params={{ roomId }}
            className={styles.name}
            title={words.name(room)}
            activeProps={{ 'aria-current': 'page' }}
          >
            <RoomName room={room} />
          </RowLink>
          {mute && <IconBellOff size={16} stroke={1.75} role="img" aria-label={t('muted')} className={styles.tick} />}
          {lastMessageDate && (
            <time dateTime={lastMessageDate} className={styles.time}>
              {formatShortDate(new Date(lastMessageDate), now, language)}
            </time>
          )}
        </p>
        <p className={styles.line}>
          <LastLine room={room} />
          {unreadMentions > 0 && (
            <span className={styles.count}>
              <span aria-hidden="true">@</span>
              <span className="visually-hidden">{t('mentionedYou')}</span>
            </span>
          )}
          {unread > 0 && (
            <span className={styles.count}>
              <span aria-hidden="true">{unread}</span>
              <span className="visually-hidden">{tApp('unread', { count: unread })}</span>
            </span>
          )}
        </p>
      </div>
    </LinkedItem>
  );
}
