import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { texts } from '../texts';
import { Question } from './Question';

interface LeaveQuestionProps {
  readonly isChanged: boolean;
  /** The user gives up what is not saved. */
  readonly onLeave?: () => void;
}

/** Asks before a page with unsaved changes is left. */
export function LeaveQuestion({ isChanged, onLeave }: LeaveQuestionProps) {
  const t = useTexts(texts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const stay = () => reset?.();
  return (
    <Question
      isOpen={status === 'blocked'}
      title={t('leaveTitle')}
      yes={t('leaveUnsaved')}
      no={t('stay')}
      isDanger
      onYes={() => {
        onLeave?.();
        proceed?.();
      }}
      onClose={stay}
    >
      <p>{t('leaveLine')}</p>
    </Question>
  );
}
