import { type CallHistoryItem, isController } from '@earth/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useMe } from '../../../platform';
import { formatClock, formatDate, formatList, formatTime, formatZone } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { contactDetailsQuery, productsQuery } from '../../../shared/queries';
import { useWritten } from '../../../shared/written';
import { type CallRecord, useRecordWords, wasIn } from '../../history';
import { type Labels, tagWords } from '../../history/model/labels';
import { texts as pageTexts } from '../texts';
import { recordingsQuery } from '../recordings/queries';
import { fateWord, wasInside } from '../words';
import styles from './report.module.css';
import { texts } from './texts';

type Participant = CallHistoryItem['participants'][number];

interface PeopleProps {
  readonly name: string;
  readonly people: readonly Participant[];
  readonly wordsFor: (participant: Participant) => string;
  readonly emails?: ReadonlyMap<string, string>;
}

function People({ name, people, wordsFor, emails }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {people.map((participant) => (
          <span key={participant.contact.uniqueId} className={styles.person} dir="auto">
            {wordsFor(participant)}
            {emails?.has(participant.contact.uniqueId) && (
              <span className={styles.email} dir="ltr">
                {emails.get(participant.contact.uniqueId)}
              </span>
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The e-mail addresses, by contact id, of those whose the server tells the reader: of colleagues, and of contacts. */
function useEmails(people: readonly Participant[]): ReadonlyMap<string, string> {
  const me = useMe();
  const ids = people.map(({ contact }) => contact.uniqueId).filter((id) => id !== me.uniqueId);
  const found = useQueries({ queries: ids.map(contactDetailsQuery) });
  const known = ids.flatMap((id, index) => {
    const email = found[index]?.data?.email;
    return email === undefined ? [] : [[id, email] as const];
  });
  return new Map([[me.uniqueId, me.email], ...known]);
}

/** The people by what they did, those who were in the call with their e-mail address; each with their company if it is another than the reader's. */
function Parts({ item }: { readonly item: CallHistoryItem }) {
  const t = useTexts(texts);
  const tPage = useTexts(pageTexts);
  const me = useMe();
  const called = (participant: Participant) => {
    const { name, company } = participant.contact;
    return company.id === me.company.id ? name : t('withCompany', { name, company: company.name });
  };
  const withFate = (participant: Participant) =>
    t('withFate', { name: called(participant), fate: tPage(fateWord(item, participant)) });
  const inside = item.participants.filter(
    ({ contact, state }) => wasIn(state) || contact.uniqueId === item.call.callerUniqueId,
  );
  const outside = item.participants.filter((one) => !inside.includes(one));
  const isGuest = ({ contact }: Participant) => contact.isGuest === true;
  const isOperator = (one: Participant) => !isGuest(one) && isController(one.contact.role.code);
  const operators = inside.filter(isOperator);
  const onSite = inside.filter((one) => !isGuest(one) && !isOperator(one));
  const emails = useEmails([...onSite, ...operators]);
  return (
    <>
      <People name={t('onSite')} people={onSite} wordsFor={called} emails={emails} />
      <People name={t('operators')} people={operators} wordsFor={called} emails={emails} />
      <People name={t('guests')} people={inside.filter(isGuest)} wordsFor={called} />
      <People name={t('notInCall')} people={outside} wordsFor={withFate} />
    </>
  );
}

/** `Feed pump P-204 (P-204)`; the code alone if the product is no longer listed. */
function useProductWords(code: string | null): string {
  const t = useTexts(texts);
  const { data: products } = useQuery({ ...productsQuery, enabled: code !== null });
  const written = useWritten();
  if (code === null) return '';
  const product = products?.find((one) => one.code === code);
  return product ? t('productWithCode', { name: written(product.name, product.nameIt), code }) : code;
}

/** How long each recording is, on paper all that there is of it. */
function useRecordingWords(item: CallHistoryItem): string {
  const language = useLanguage();
  const me = useMe();
  const { data = [] } = useQuery({ ...recordingsQuery(item.call.uniqueId), enabled: wasInside(item, me.uniqueId) });
  return formatList(
    data.map(({ milliseconds }) => formatClock(Math.round(milliseconds / 1000))),
    language,
  );
}

interface ReportFactsProps {
  readonly record: CallRecord;
  /** Empty: there is none, or it cannot be read here. */
  readonly subject: string;
  readonly labels: Labels;
}

/** What the call was, in two columns. */
export function ReportFacts({ record, subject, labels }: ReportFactsProps) {
  const t = useTexts(texts);
  const words = useRecordWords();
  const language = useLanguage();
  const me = useMe();
  const { start, item } = record;
  const end = item.endDate && ` – ${formatTime(new Date(item.endDate), language)}`;
  const when = `${formatDate(start, language)}, ${formatTime(start, language)}${end ?? ''} ${formatZone(start, language)}`;
  const facts = [
    ['subject', subject],
    ['reference', labels.reference],
    ['product', useProductWords(item.call.productCode)],
    ['company', me.company.name],
    ['date', when],
    ['duration', item.durationSeconds > 0 ? formatClock(item.durationSeconds) : ''],
    ['outcome', words.outcome(record)],
    ['recordings', useRecordingWords(item)],
    ['tags', tagWords(labels.tags)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          {value !== '' && (
            <div>
              <dt>{t(name)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          )}
        </Fragment>
      ))}
      <Parts item={item} />
    </dl>
  );
}
