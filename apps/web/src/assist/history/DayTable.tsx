import { isGenuine } from '@earth/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { CallButton } from '../calls';
import { formatClock, formatDay, formatTime } from '../../shared/format';
import { useCallSubject } from '../../shared/call-subject';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { texts as appTexts } from '../../shared/texts';
import { useNow } from '../../shared/use-now';
import { Avatar } from '../../ui/pictures/Avatar';
import { type CallRecord, type Day, tookPlace } from './call-record';
import { CallLink } from './CallLink';
import styles from './DayTable.module.css';
import { LabelTags } from './LabelTags';
import { OutcomeTag } from './OutcomeTag';
import { texts } from './texts';
import { useAgain } from './use-again';
import { type Subject, wordsOf } from './use-history';
import { type OpenedLabels, readable } from './use-labels';
import { useRecordWords } from './words';

interface RowProps {
  readonly record: CallRecord;
  readonly subject: Subject;
  readonly labels: OpenedLabels;
}

function SubjectWords({ subject }: { readonly subject: RowProps['subject'] }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  if (typeof subject === 'string') return subject;
  if (!isGenuine(subject)) return <NotGenuine words={tApp('notGenuineShort')} />;
  return <span className={styles.quiet}>{t(subject === undefined ? 'opening' : 'notForYou')}</span>;
}

function Row({ record, subject, labels }: RowProps) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const language = useLanguage();
  const words = useRecordWords();
  const { people, item, start } = record;
  const [first] = people;
  const name = words.names(record);
  const wish = useAgain()(record, subject);
  const about = useCallSubject([item.call])(item.call, subject);
  return (
    <tr className={styles.row}>
      <td className={styles.number}>
        <time dateTime={item.startDate}>{formatTime(start, language)}</time>
      </td>
      <td>
        <span className={styles.person}>
          <Avatar id={first?.uniqueId ?? ''} name={first?.name ?? ''} size="small" />
          <span className={styles.name}>
            <CallLink record={record} name={name} title={wordsOf(about)} />
          </span>
        </span>
      </td>
      <td className={styles.subject}>
        <SubjectWords subject={about} />
        <span className={styles.labels}>
          <LabelTags labels={readable(labels)} />
        </span>
      </td>
      <td>
        <OutcomeTag record={record} />
      </td>
      <td className={styles.length}>{tookPlace(record) && formatClock(item.durationSeconds, true)}</td>
      <td className={styles.number}>
        {item.picsCount > 0 && (
          <span className={styles.pics}>
            <IconPhoto size={20} stroke={1.75} aria-hidden="true" />
            <span aria-hidden="true">{item.picsCount}</span>
            <span className="visually-hidden">{t('snapshots', { count: item.picsCount })}</span>
          </span>
        )}
      </td>
      <td>{wish && <CallButton label={tApp('callAgain', { name: words.listed(wish.targets) })} wish={wish} />}</td>
    </tr>
  );
}

const columns = ['time', 'person', 'subject', 'outcome', 'length', 'snapshots'] as const;

interface DayTableProps {
  readonly day: Day;
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly labels: ReadonlyMap<string, OpenedLabels>;
  /** The first day, which shows the column headings. */
  readonly isFirst: boolean;
  /** Whether the day shows its totals. */
  readonly hasFigures?: boolean;
}

/** The calls of one day. */
export function DayTable({ day, subjects, labels, isFirst, hasFigures = false }: DayTableProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const title = formatDay(day.date, useNow(), language);
  return (
    <section className={styles.day} aria-label={title}>
      {hasFigures ? <FirstHead day={day} title={title} /> : <h2 className={styles.title}>{title}</h2>}
      <table className={styles.table}>
        <colgroup>
          <col className={styles.timeColumn} />
          <col className={styles.personColumn} />
          <col />
          <col className={styles.outcomeColumn} />
          <col className={styles.lengthColumn} />
          <col className={styles.picsColumn} />
          <col className={styles.callColumn} />
        </colgroup>
        <thead className={isFirst ? undefined : 'visually-hidden'}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'length' ? styles.length : undefined}>
                {t(column)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('again')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {day.records.map((record) => (
            <Row key={record.id} record={record} subject={subjects.get(record.id)} labels={labels.get(record.id)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `6 calls, 48 minutes, 11 snapshots` */
function FirstHead({ day, title }: { readonly day: Day; readonly title: string }) {
  const t = useTexts(texts);
  const seconds = day.records.reduce((sum, { item }) => sum + item.durationSeconds, 0);
  const pics = day.records.reduce((sum, { item }) => sum + item.picsCount, 0);
  const figures = [
    t('calls', { count: day.records.length }),
    seconds >= 30 && t('talked', { count: Math.round(seconds / 60) }),
    pics > 0 && t('snapshots', { count: pics }),
  ].filter(Boolean);
  return (
    <>
      <h2 className={styles.bigTitle}>{title}</h2>
      <p className={styles.figures}>{figures.join(', ')}</p>
    </>
  );
}
