import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './about.module.css';
import { TermsText } from './TermsText';
import { texts } from './texts';

interface TermsDialogProps {
  readonly isOpen: boolean;
  readonly onApprove: () => void;
  readonly onClose: () => void;
  /** Instead of «Cancel»: then it is no way to close it, and nothing else closes it. */
  readonly refusal?: { readonly label: string; readonly onRefuse: () => void };
  /** Why the approval could not be sent. */
  readonly problem?: { readonly words: string } | null;
  readonly children?: ReactNode;
}

/** The terms, which must be scrolled to their end before they can be approved. */
export function TermsDialog({ isOpen, onApprove, onClose, refusal, problem, children }: TermsDialogProps) {
  const t = useTexts(texts);
  const text = useRef<HTMLDivElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const approval = useRef<HTMLButtonElement>(null);
  const [isShown, setShown] = useState(false);
  const [isRead, setRead] = useState(false);
  function look() {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = text.current ?? {};
    if (scrollTop + clientHeight < scrollHeight - 8) return;
    // The scroll button disappears: the focus moves to the approve button.
    if (down.current === document.activeElement) approval.current?.focus();
    setRead(true);
  }
  function begin() {
    setShown(true);
    // Text that fits needs no scrolling.
    look();
  }
  const scrollDown = () => text.current?.scrollBy({ top: text.current.clientHeight * 0.9 });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('terms')} closeOnClickOutside={refusal === undefined}>
      {children}
      {/* Focusable, so that it can be scrolled by keyboard. oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={text}
        role="region"
        tabIndex={0}
        aria-label={t('terms')}
        className={styles.terms}
        onScroll={() => isShown && look()}
      >
        <TermsText onShown={begin} />
      </div>
      {isShown && !isRead && (
        <QuietButton
          ref={down}
          className={styles.down}
          icon={<IconArrowDown size={20} stroke={1.75} aria-hidden="true" />}
          onClick={scrollDown}
        >
          {t('scrollDown')}
        </QuietButton>
      )}
      {problem !== undefined && <ProblemLine id="terms-problem" problem={problem} say={t} />}
      <DialogAnswers>
        <QuietButton onClick={refusal?.onRefuse ?? onClose}>{refusal?.label ?? t('cancel')}</QuietButton>
        <FilledButton ref={approval} aria-disabled={!isRead} onClick={() => isRead && onApprove()}>
          {t('approve')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
