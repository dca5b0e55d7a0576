import { IconMessage, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDay, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';
import type { ReceivedNotification } from '../../platform/push/received-notifications';
import styles from './notifications.module.css';
import { texts } from './texts';

/** The link of a notification. */
const linkTo = ({ kind, uniqueId }: ReceivedNotification['about']) =>
  kind === 'room'
    ? ({ to: '/rooms/$roomId', params: { roomId: uniqueId } } as const)
    : ({ to: '/calls/$callId', params: { callId: uniqueId } } as const);

/** Title, date and description (D2.62), with a link to the call or room. */
export function NotificationRow({
  item: { about, date, descr, isRead, title },
}: {
  readonly item: ReceivedNotification;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const when = new Date(date);
  const Icon = about.kind === 'room' ? IconMessage : IconPhone;
  return (
    <li className={styles.row} data-new={!isRead || undefined}>
      <Icon size={24} stroke={1.75} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <div className={styles.head}>
          <Link {...linkTo(about)} className={styles.title}>
            {title}
            {!isRead && <span className="visually-hidden">{`, ${t('isNew')}`}</span>}
          </Link>
          <time dateTime={when.toISOString()} className={styles.date}>
            {`${formatDay(when, useNow(), language)}, ${formatTime(when, language)}`}
          </time>
        </div>
        {descr && <p className={styles.descr}>{descr}</p>}
      </div>
    </li>
  );
}
