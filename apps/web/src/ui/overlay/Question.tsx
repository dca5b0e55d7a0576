import { type ReactNode, useId } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../controls/Button';
import { ProblemLine } from '../controls/Field';
import { texts } from '../texts';
import { Dialog, DialogAnswers } from './Dialog';

interface QuestionProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly yes: string;
  /** Absent: «Cancel». */
  readonly no?: string;
  /** «Yes» deletes or loses something. */
  readonly isDanger?: boolean;
  /** The answer is being carried out. */
  readonly isBusy?: boolean;
  /** Why the answer was not carried out; absent: it is carried out when this is closed. */
  readonly problem?: { readonly words: string } | null;
  readonly onYes: () => void;
  readonly onClose: () => void;
  /** What it means to say «yes». */
  readonly children?: ReactNode;
}

/** Asks before something is done. */
export function Question({
  isOpen,
  title,
  yes,
  no,
  isDanger = false,
  isBusy = false,
  problem,
  onYes,
  onClose,
  children,
}: QuestionProps) {
  const t = useTexts(texts);
  const id = useId();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {children}
      {problem !== undefined && <ProblemLine id={id} problem={problem} say={t} />}
      <DialogAnswers>
        <QuietButton onClick={onClose}>{no ?? t('cancel')}</QuietButton>
        <FilledButton isDanger={isDanger} aria-disabled={isBusy} onClick={() => isBusy || onYes()}>
          {yes}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
