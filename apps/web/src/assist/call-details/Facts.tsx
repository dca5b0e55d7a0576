import { useCallSubject } from '../../shared/call-subject';
import { formatClock, formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { useMe } from '../../platform';
import { Avatar } from '../../ui/pictures/Avatar';
import { type CallRecord, type Subject, useRecordWords } from '../history';
import styles from './call-page.module.css';
import { Opened } from './Opened';
import { texts } from './texts';
import { fateWord } from './words';

interface FactsProps {
  readonly record: CallRecord;
  readonly subject: Subject;
}

/** `Thursday 20 November 2025, 10:31 – 10:52` */
function useWhen({ start, item }: CallRecord): string {
  const language = useLanguage();
  const end = item.endDate && formatTime(new Date(item.endDate), language);
  return `${formatDate(start, language)}, ${formatTime(start, language)}${end ? ` – ${end}` : ''}`;
}

/** Subject, time, duration and outcome of the call, and the outcome for each person. */
export function Facts({ record, subject }: FactsProps) {
  const t = useTexts(texts);
  const me = useMe();
  const when = useWhen(record);
  const words = useRecordWords();
  const { item } = record;
  const about = useCallSubject([item.call])(item.call, subject);
  return (
    <>
      <section className={styles.section} aria-label={t('facts')}>
        <dl className={styles.facts}>
          {about !== '' && (
            <>
              <dt>{t('subject')}</dt>
              <dd>
                <Opened text={about} />
                {item.call.subject !== '' && <Unprotected scheme={item.call.cryptoSchema} />}
              </dd>
            </>
          )}
          <dt>{t('when')}</dt>
          <dd>{when}</dd>
          {item.durationSeconds > 0 && (
            <>
              <dt>{t('length')}</dt>
              <dd>{formatClock(item.durationSeconds)}</dd>
            </>
          )}
          <dt>{t('end')}</dt>
          <dd>{words.outcome(record)}</dd>
        </dl>
      </section>
      <section className={styles.section} aria-labelledby="call-people">
        <h2 id="call-people">{t('people')}</h2>
        <ul className={styles.people}>
          {item.participants.map((participant) => {
            const { uniqueId, name } = participant.contact;
            return (
              <li key={uniqueId} className={styles.person}>
                <Avatar id={uniqueId} name={name} />
                <span>
                  <span className={styles.name}>{uniqueId === me.uniqueId ? t('you', { name }) : name}</span>
                  <span className={styles.fate}>{t(fateWord(item, participant))}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
