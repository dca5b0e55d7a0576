import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useIsOnline } from '../../shared/use-is-online';
import { useSession } from '../../platform';
import { acceptTerms, areTermsAccepted } from './model/accepted-terms';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './about.module.css';
import { TermsText } from './TermsText';
import { texts } from './texts';

/** D9.6: the page is seen before it is covered. */
const OPEN_AFTER_MS = 100;

interface TermsDialogProps {
  readonly isOpen: boolean;
  readonly onApprove: () => void;
  readonly onClose: () => void;
}

/** The terms, which are read to their end before they can be approved. */
function TermsDialog({ isOpen, onApprove, onClose }: TermsDialogProps) {
  const t = useTexts(texts);
  const text = useRef<HTMLDivElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const approval = useRef<HTMLButtonElement>(null);
  const [isShown, setShown] = useState(false);
  const [isRead, setRead] = useState(false);
  function look() {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = text.current ?? {};
    if (scrollTop + clientHeight < scrollHeight - 8) return;
    // The button that scrolled goes: the keyboard goes on with the one that can be pressed now.
    if (down.current === document.activeElement) approval.current?.focus();
    setRead(true);
  }
  function begin() {
    setShown(true);
    // What fits is not scrolled.
    look();
  }
  const scrollDown = () => text.current?.scrollBy({ top: text.current.clientHeight * 0.9 });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('terms')}>
      {/* It is scrolled by the keys, too. oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
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
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton ref={approval} aria-disabled={!isRead} onClick={() => isRead && onApprove()}>
          {t('approve')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}

interface TermsGateProps {
  /** Who does not approve is led away. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/**
 * Shows what is under it once the terms are approved on this device (D5.4). Whoever is signed in is asked as soon as there is a
 * net (D4.11): visitors have given nothing, and without it nothing is loaded.
 */
export function TermsGate({ onCancel, children }: TermsGateProps) {
  const [isAccepted, setAccepted] = useState(areTermsAccepted);
  const isOnline = useIsOnline();
  // Whoever was asked is not let in by losing the net.
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline && !wasOnline) setWasOnline(true);
  const [isOpen, setOpen] = useState(false);
  const status = useSession((state) => state.status);
  const isAsked = !isAccepted && wasOnline && status === 'signedIn';
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => setOpen(true), OPEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  if (status === 'starting') return null;
  if (!isAsked) return children;
  function approve() {
    acceptTerms();
    setAccepted(true);
  }
  function cancel() {
    setOpen(false);
    onCancel();
  }
  return <TermsDialog isOpen={isOpen} onApprove={approve} onClose={cancel} />;
}
