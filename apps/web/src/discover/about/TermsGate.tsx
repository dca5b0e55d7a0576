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

/** D9.6: delay of the popup, so that the page is seen first. */
const OPEN_AFTER_MS = 100;

interface TermsDialogProps {
  readonly isOpen: boolean;
  readonly onApprove: () => void;
  readonly onClose: () => void;
}

/** The terms, which must be scrolled to their end before they can be approved. */
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
    <Dialog isOpen={isOpen} onClose={onClose} title={t('terms')}>
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
  /** Leaves the page when the user does not approve. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/**
 * Shows its children once the terms are approved on this device (D5.4). A signed-in user is asked as soon as there is a
 * network (D4.11). Visitors are not asked, because they have given no data; offline, nothing is loaded.
 */
export function TermsGate({ onCancel, children }: TermsGateProps) {
  const [isAccepted, setAccepted] = useState(areTermsAccepted);
  const isOnline = useIsOnline();
  // A user who was asked cannot skip the question by going offline.
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
