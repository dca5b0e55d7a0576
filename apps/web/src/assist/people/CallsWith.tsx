import type { Contact } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { TextButton } from '../../ui/controls/Button';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { HistoryList, useHistory, useSubjects } from '../history';
import { ListHeading, NoneLine } from './ListParts';
import styles from './people.module.css';
import { texts } from './texts';

const RECENT = 5;

/** The calls with this person, among the loaded ones: the latest, and the rest at a press. */
export function CallsWith({ person }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const me = useMe();
  const { records, isPending } = useHistory();
  const [isWhole, setWhole] = useState(false);
  const withThem =
    records?.filter(({ item }) => item.participants.some(({ contact }) => contact.uniqueId === person.uniqueId)) ?? [];
  const shown = isWhole ? withThem : withThem.slice(0, RECENT);
  const subjects = useSubjects(shown);
  return (
    <section aria-labelledby="your-calls">
      <ListHeading id="your-calls">{t('yourCalls')}</ListHeading>
      {isPending && <SkeletonRows count={3} />}
      {!isPending && withThem.length === 0 && <NoneLine>{t('noCalls')}</NoneLine>}
      <HistoryList
        records={shown}
        subjects={subjects}
        hasSubjects
        label={t('yourCalls')}
        isField={me.role.code === 'ASSISTED'}
      />
      {shown.length < withThem.length && (
        <div className={styles.rest}>
          <TextButton onClick={() => setWhole(true)}>{t('moreCalls')}</TextButton>
        </div>
      )}
    </section>
  );
}
