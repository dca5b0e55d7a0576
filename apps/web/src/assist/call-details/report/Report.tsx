import type { CallDetails } from '@earth/contracts';
import { useMe } from '../../../platform';
import { useCallSubject } from '../../../shared/call-subject';
import { useTexts } from '../../../shared/i18n';
import { type CallRecord, type Subject, wordsOf } from '../../history';
import type { Labels } from '../../history/model/labels';
import { wasInside } from '../words';
import { useNotesText } from '../use-notes-text';
import { reportNumber } from './number';
import { ReportFacts } from './ReportFacts';
import { ReportSnapshots } from './ReportSnapshots';
import styles from './report.module.css';
import { texts } from './texts';
import { Transcript } from './Transcript';
import { useFoot } from './use-foot';

/** Of the company alone: its customer does not know the maker of this product. */
function Head({ item }: { readonly item: CallDetails }) {
  const t = useTexts(texts);
  const { company } = useMe();
  return (
    <header className={styles.head}>
      <p className={styles.company}>
        {company.logoUrl !== null && <img src={company.logoUrl} alt="" className={styles.logo} />}
        <bdi>{company.name}</bdi>
      </p>
      <p className={styles.title}>
        {t('title')} <span className={styles.number}>{t('number', { number: reportNumber(item.call) })}</span>
      </p>
    </header>
  );
}

/** The notes as saved; nothing if there are none, or if they cannot be read here. */
function ReportNotes({ item: { call, notes } }: { readonly item: CallDetails }) {
  const t = useTexts(texts);
  const text = useNotesText(call.uniqueId, notes);
  if (typeof text !== 'string' || text === '') return null;
  return (
    <section className={styles.notes}>
      <h2>{t('notes')}</h2>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </section>
  );
}

interface ReportProps {
  readonly item: CallDetails;
  readonly record: CallRecord;
  readonly subject: Subject;
  readonly labels: Labels;
}

/**
 * The call as a document that a company sends to its customer: on paper and in PDF files, never on a screen. It is always on the page,
 * because the browser's own «Print» gives no time to load pictures.
 */
export function Report({ item, record, subject, labels }: ReportProps) {
  const me = useMe();
  const about = useCallSubject([item.call])(item.call, subject);
  useFoot(me.company.name);
  return (
    <div className={styles.report} data-testid="report" hidden>
      <Head item={item} />
      <ReportFacts record={record} subject={wordsOf(about) ?? ''} labels={labels} />
      <ReportNotes item={item} />
      {wasInside(item, me.uniqueId) && (
        <>
          <ReportSnapshots item={item} />
          <Transcript callId={record.id} />
        </>
      )}
    </div>
  );
}
