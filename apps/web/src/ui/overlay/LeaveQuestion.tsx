import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../controls/Button';
import { texts } from '../texts';
import { Dialog, DialogAnswers } from './Dialog';

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
    <Dialog isOpen={status === 'blocked'} onClose={stay} title={t('leaveTitle')}>
      <p>{t('leaveLine')}</p>
      <DialogAnswers>
        <QuietButton onClick={stay}>{t('stay')}</QuietButton>
        <FilledButton
          isDanger
          onClick={() => {
            onLeave?.();
            proceed?.();
          }}
        >
          {t('leaveUnsaved')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
