import type { Contact } from '@earth/contracts';
import { IconPhoneIncoming } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { formatAgo, formatClock } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { mayCallPerson, useCall, usePlaceCall } from '../calls';
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

/** The seconds since a time, updated each second. */
function useSecondsSince(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (now - since) / 1000;
}

function RingingRow({ caller, since }: { readonly caller: Contact; readonly since: number }) {
  const t = useTexts(texts);
  const time = formatClock(useSecondsSince(since));
  return (
    <ListRow
      className={styles.ringing}
      lead={<Avatar id={caller.uniqueId} name={caller.name} size="desk" presence="available" />}
      title={caller.name}
      line={t('ringingNow', { time })}
      trail={<IconPhoneIncoming size={20} stroke={1.75} aria-hidden="true" />}
    />
  );
}

function MissedRow({ record, subject, now }: { record: CallRecord; subject: string | null; now: Date }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const me = useMe();
  const { reason, place } = usePlaceCall();
  const { productCode } = record.item.call;
  // The history has the caller; the address book has their presence.
  const { data: people } = useQuery(peopleQuery);
  const caller =
    people?.find(({ uniqueId }) => uniqueId === record.item.call.caller.uniqueId) ?? record.item.call.caller;
  return (
    <ListRow
      className={styles.person}
      lead={<Avatar id={caller.uniqueId} name={caller.name} size="desk" presence={presenceOf(caller)} />}
      title={caller.name}
      line={<span className={styles.missed}>{t('missedAgo', { ago: formatAgo(record.start, now, language) })}</span>}
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

/** The calls that ring now, and the missed ones. Without any, nothing is shown. */
export function Waiting({ missed, subjects }: WaitingProps) {
  const t = useTexts(texts);
  // The ring has priority.
  const view = useDeferredValue(useCall().view);
  const now = useNow();
  const isRinging = view.phase === 'incoming';
  // Who rings now is waited for once, whatever was missed of them before.
  const callerId = isRinging ? view.call.caller.uniqueId : null;
  const others = missed.filter(({ item }) => item.call.caller.uniqueId !== callerId);
  const count = others.length + (isRinging ? 1 : 0);
  if (count === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <Heading id="waiting" count={count}>
        {t('waiting')}
      </Heading>
      <ul>
        {isRinging && <RingingRow caller={view.call.caller} since={view.since} />}
        {others.map((record) => (
          <MissedRow key={record.id} record={record} subject={wordsOf(subjects.get(record.id))} now={now} />
        ))}
      </ul>
    </section>
  );
}
