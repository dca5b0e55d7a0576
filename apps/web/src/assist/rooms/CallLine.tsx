import { Link } from '@tanstack/react-router';
import { formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { texts as appTexts } from '../../shared/texts';
import { CallButton } from '../calls';
import { type CallRecord, DirectionIcon, useAgain, useRecordWords, useSubjects } from '../history';
import styles from './conversation.module.css';
import { texts } from './texts';

/** A call among the messages: leads to its page, and calls again. */
export function CallLine({ record }: { readonly record: CallRecord }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const language = useLanguage();
  const words = useRecordWords();
  const subject = useSubjects([record]).get(record.id);
  const wish = useAgain()(record, subject);
  return (
    <div className={styles.call}>
      <DirectionIcon record={record} />
      <Link to="/calls/$callId" params={{ callId: record.id }} className={styles.callLink}>
        {t('videoCall', { outcome: words.summary(record) })}
      </Link>
      <time dateTime={record.item.startDate}>{formatTime(record.start, language)}</time>
      {wish && <CallButton label={tApp('callAgain', { name: words.listed(wish.targets) })} wish={wish} />}
    </div>
  );
}
