import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../controls/Button';
import { Dialog, DialogAnswers } from '../overlay/Dialog';
import { texts as uiTexts } from '../texts';
import { AllowSteps } from './AllowSteps';
import { texts } from './texts';

interface RefusedDialogProps {
  /** What is refused, or what that prevents. */
  readonly line: string;
  /** The user gives up. */
  readonly onLeave: () => void;
  readonly onRetry: () => void;
}

/** A refused permission: an alert titled «Error», with the steps that grant it. */
export function RefusedDialog({ line, onLeave, onRetry }: RefusedDialogProps) {
  const t = useTexts(texts);
  const u = useTexts(uiTexts);
  return (
    <Dialog isOpen onClose={onLeave} title={t('refusedTitle')} closeOnClickOutside={false}>
      <p role="alert">{line}</p>
      <AllowSteps />
      <DialogAnswers>
        <QuietButton onClick={onLeave}>{u('close')}</QuietButton>
        <FilledButton onClick={onRetry}>{t('tryAgain')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}

/** The same for storage, which a shell asks for before a download. */
export const StorageRefused = (props: Omit<RefusedDialogProps, 'line'>) => (
  <RefusedDialog {...props} line={useTexts(texts)('storageRefused')} />
);
