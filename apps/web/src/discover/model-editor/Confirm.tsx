import { useTexts } from '../../shared/i18n';
import { Question } from '../../ui/overlay/Question';
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
    <Question
      isOpen={isOpen}
      title={question}
      yes={t('delete')}
      isDanger
      onYes={() => {
        onClose();
        onDelete();
      }}
      onClose={onClose}
    />
  );
}
