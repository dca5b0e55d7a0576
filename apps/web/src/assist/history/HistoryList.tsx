import { isGenuine } from '@earth/contracts';
import { IconPhoneIncoming, IconPhoneOutgoing, IconPhoneX } from '@tabler/icons-react';
import { CallButton } from '../calls';
import { formatShortDate } from '../../shared/format';
import { useCallSubject } from '../../shared/call-subject';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { texts as appTexts } from '../../shared/texts';
import { useNow } from '../../shared/use-now';
import { Avatar } from '../../ui/pictures/Avatar';
import type { CallRecord } from './call-record';
import { AboveRow, LinkedRow } from '../../ui/rows/RowLink';
import { CallLink } from './CallLink';
import styles from './HistoryList.module.css';
import { texts } from './texts';
import { useAgain } from './use-again';
import { type Subject, wordsOf } from './use-history';
import { type OpenedLabels, readable } from './use-labels';
import { useRecordWords } from './words';

const wasSpoken = ({ outcome }: CallRecord) => outcome === 'answered' || outcome === 'running' || outcome === 'taken';
const isBad = ({ outcome }: CallRecord) => outcome === 'missed' || outcome === 'noAnswer' || outcome === 'failed';

export function DirectionIcon({ record }: { readonly record: CallRecord }) {
  const t = useTexts(texts);
  const icon = { size: 16, stroke: 1.75, role: 'img', 'aria-label': t(record.isOutgoing ? 'outgoing' : 'incoming') };
  if (!wasSpoken(record)) return <IconPhoneX {...icon} />;
  return record.isOutgoing ? <IconPhoneOutgoing {...icon} /> : <IconPhoneIncoming {...icon} />;
}

interface HistoryListProps {
  readonly records: readonly CallRecord[];
  /** The decrypted subjects, by call id. */
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly labels?: ReadonlyMap<string, OpenedLabels>;
  /** Shows the subjects too. */
  readonly hasSubjects?: boolean;
  readonly label: string;
  readonly isField?: boolean;
}

/** The calls in one column, each with a button to call again. */
export function HistoryList({ records, subjects, labels, hasSubjects, label, isField = false }: HistoryListProps) {
  const t = useTexts(appTexts);
  const language = useLanguage();
  const again = useAgain();
  const words = useRecordWords();
  const subjectOf = useCallSubject(records.map(({ item }) => item.call));
  const now = useNow();
  return (
    <ul aria-label={label}>
      {records.map((record) => {
        const { id, item, people, start } = record;
        const [first] = people;
        const opened = subjects.get(id);
        const subject = wordsOf(subjectOf(item.call, opened));
        const wish = again(record, wordsOf(opened));
        const name = words.names(record);
        const { reference, tags } = readable(labels?.get(id));
        return (
          <LinkedRow
            key={id}
            lead={<Avatar id={first?.uniqueId ?? ''} name={first?.name ?? ''} />}
            title={<CallLink record={record} name={name} />}
            line={
              <span className={isBad(record) ? `${styles.line} ${styles.bad}` : styles.line}>
                <DirectionIcon record={record} />
                <span className={styles.cut}>
                  {[words.summary(record), hasSubjects && subject, reference, ...tags].filter(Boolean).join(' · ')}
                  {hasSubjects && !isGenuine(opened) && (
                    <>
                      {' · '}
                      <NotGenuine words={t('notGenuineShort')} />
                    </>
                  )}
                </span>
              </span>
            }
            trail={
              <AboveRow className={styles.trail}>
                <time className={styles.time} dateTime={item.startDate}>
                  {formatShortDate(start, now, language)}
                </time>
                {wish && (
                  <CallButton
                    label={t('callAgain', { name: words.listed(wish.targets) })}
                    wish={wish}
                    isField={isField}
                    isQuiet
                  />
                )}
              </AboveRow>
            }
          />
        );
      })}
    </ul>
  );
}
