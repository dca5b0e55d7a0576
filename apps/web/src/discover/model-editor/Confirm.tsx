import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { useTexts } from '../../shared/i18n';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { texts } from './texts';

interface ConfirmProps {
  readonly question: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Asks before something is deleted that cannot be brought back. */
export function ConfirmDelete({ question, isOpen, onClose, onDelete }: ConfirmProps) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={question}>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton
          isDanger
          onClick={() => {
            onClose();
            onDelete();
          }}
        >
          {t('delete')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
