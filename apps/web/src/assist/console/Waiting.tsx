import { useQuery } from '@tanstack/react-query';
import { formatAgo } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { mayCallPerson, usePlaceCall, useRingingCaller } from '../calls';
import { useNow } from '../../shared/use-now';
import { useMe } from '../../platform';
import { peopleQuery } from '../../shared/queries';
import { Avatar } from '../../ui/pictures/Avatar';
import { QuietButton } from '../../ui/controls/Button';
import { ListRow } from '../../ui/rows/ListRow';
import { presenceOf } from '../../ui/feedback/Presence';
import { type CallRecord, type Subject, wordsOf } from '../history';
import { Heading } from './Heading';
import styles from './console.module.css';
import { texts } from './texts';

/** `formatAgo` rounds; below this it says «this minute». */
const NOW_MS = 30_000;

function MissedRow({ record, subject, now }: { record: CallRecord; subject: string | null; now: Date }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const me = useMe();
  const { reason, place } = usePlaceCall();
  const { productCode } = record.item.call;
  const isNow = now.getTime() - record.start.getTime() < NOW_MS;
  const missed = isNow ? t('missedNow') : t('missedAgo', { ago: formatAgo(record.start, now, language) });
  // The history has the caller; the address book has their presence.
  const { data: people } = useQuery(peopleQuery);
  const caller =
    people?.find(({ uniqueId }) => uniqueId === record.item.call.caller.uniqueId) ?? record.item.call.caller;
  return (
    <ListRow
      className={styles.person}
      lead={<Avatar id={caller.uniqueId} name={caller.name} size="desk" presence={presenceOf(caller)} />}
      title={caller.name}
      line={<span className={styles.missed}>{missed}</span>}
      trail={
        mayCallPerson(me, caller) && (
          <QuietButton
            className={styles.small}
            aria-label={t('callBackPerson', { name: caller.name })}
            aria-disabled={reason !== null}
            onClick={() => place({ targets: [caller], subject, productCode })}
          >
            {t('callBack')}
          </QuietButton>
        )
      }
    />
  );
}

interface WaitingProps {
  readonly missed: readonly CallRecord[];
  readonly subjects: ReadonlyMap<string, Subject>;
}

/** The missed calls. Whoever rings has their card over the page, and needs no call back. Without any, nothing is shown. */
export function Waiting({ missed, subjects }: WaitingProps) {
  const t = useTexts(texts);
  const now = useNow();
  const ringing = useRingingCaller();
  const waiting = missed.filter(({ item }) => item.call.caller.uniqueId !== ringing);
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <Heading id="waiting" count={waiting.length}>
        {t('waiting')}
      </Heading>
      <ul>
        {waiting.map((record) => (
          <MissedRow key={record.id} record={record} subject={wordsOf(subjects.get(record.id))} now={now} />
        ))}
      </ul>
    </section>
  );
}
