import { useTexts } from '../../shared/i18n';
import { FilledButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { texts } from './texts';

/** `why`: the server's message, if there is one. */
export type Outcome = { readonly is: 'sent' } | { readonly is: 'failed'; readonly why: string };

interface OutcomeDialogProps {
  readonly outcome: Outcome | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The result of the submission (D8.12). */
export function OutcomeDialog({ outcome, isOpen, onClose }: OutcomeDialogProps) {
  const t = useTexts(texts);
  const isSent = outcome?.is === 'sent';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t(isSent ? 'sent' : 'failed')}>
      <p>{t(isSent ? 'sentLine' : 'failedLine')}</p>
      {outcome?.is === 'failed' && outcome.why && <p>{outcome.why}</p>}
      <DialogAnswers>
        <FilledButton onClick={onClose}>{t('ok')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
