import { IconPrinter, IconVideo } from '@tabler/icons-react';
import { type Query, useIsFetching } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { MESSAGE_FILE } from '../../shared/call-queries';
import { usePlaceCall } from '../calls';
import { FilledButton, LineButton } from '../../ui/controls/Button';
import { type CallRecord, type Subject, useAgain } from '../history';
import styles from './call-page.module.css';
import { texts } from './texts';

interface ActionsProps {
  readonly record: CallRecord;
  readonly subject: Subject;
}

/** The report is printed only when everything of the call is loaded. */
function useIsLoading(callId: string): boolean {
  const isFirst = ({ state }: Query) => state.data === undefined;
  const texts = useIsFetching({ queryKey: ['call', callId], predicate: isFirst });
  const pictures = useIsFetching({ queryKey: ['picture', callId], predicate: isFirst });
  const files = useIsFetching({ queryKey: [MESSAGE_FILE], predicate: isFirst });
  const people = useIsFetching({ queryKey: ['contactDetails'], predicate: isFirst });
  return texts + pictures + files + people > 0;
}

/** Calls again, and prints or saves the report of the call, with the browser's print dialog. */
export function Actions({ record, subject }: ActionsProps) {
  const t = useTexts(texts);
  const { reason, place } = usePlaceCall();
  const isLoading = useIsLoading(record.id);
  const wish = useAgain()(record, subject);
  return (
    <div className={styles.actions}>
      {wish && (
        <FilledButton
          icon={<IconVideo size={20} stroke={1.75} aria-hidden="true" />}
          disabled={reason !== null}
          onClick={() => place(wish)}
        >
          {t('callAgain')}
        </FilledButton>
      )}
      <LineButton
        icon={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
        disabled={isLoading}
        onClick={() => window.print()}
      >
        {t('print')}
      </LineButton>
      {wish && reason && <p className={styles.reason}>{reason}</p>}
    </div>
  );
}
