import { IconVideo } from '@tabler/icons-react';
import { useTexts } from '../../app/i18n';
import { mayCallPerson, usePlaceCall } from '../../app/place-call';
import { useMe } from '../../data';
import { FilledButton } from '../../ui/Button';
import type { CallRecord } from '../history';
import styles from './call-page.module.css';
import { texts } from './texts';

interface ActionsProps {
  readonly record: CallRecord;
  readonly subject: string | null | undefined;
}

/** The same call once more. */
export function Actions({ record, subject }: ActionsProps) {
  const t = useTexts(texts);
  const me = useMe();
  const { reason, place } = usePlaceCall();
  const { people, item } = record;
  const targets = people.filter((person) => mayCallPerson(me, person));
  return (
    <div className={styles.actions}>
      {targets.length > 0 && (
        <FilledButton
          icon={<IconVideo size={20} stroke={1.75} aria-hidden="true" />}
          disabled={reason !== null}
          onClick={() => place({ targets, subject, productCode: item.call.productCode })}
        >
          {t('callAgain')}
        </FilledButton>
      )}
      {targets.length > 0 && reason && <p className={styles.reason}>{reason}</p>}
    </div>
  );
}
