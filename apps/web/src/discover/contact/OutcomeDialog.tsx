import { useTexts } from '../../shared/i18n';
import { FilledButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { texts } from './texts';

/** `reason`: the server's message, if there is one. */
export type Outcome = { readonly type: 'sent' } | { readonly type: 'failed'; readonly reason: string };

interface OutcomeDialogProps {
  readonly outcome: Outcome | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The result of the submission (D8.12). */
export function OutcomeDialog({ outcome, isOpen, onClose }: OutcomeDialogProps) {
  const t = useTexts(texts);
  const isSent = outcome?.type === 'sent';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t(isSent ? 'sent' : 'failed')}>
      <p>{t(isSent ? 'sentLine' : 'failedLine')}</p>
      {outcome?.type === 'failed' && outcome.reason && <p>{outcome.reason}</p>}
      <DialogAnswers>
        <FilledButton onClick={onClose}>{t('ok')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
