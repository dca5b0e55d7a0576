import { type ReactNode, useEffect, useState } from 'react';
import { useIsOnline } from '../../shared/use-is-online';
import { useSession } from '../../platform';
import { acceptTerms, areTermsAccepted } from './model/accepted-terms';
import { TermsDialog } from './TermsDialog';

/** D9.6: delay of the popup, so that the page is seen first. */
const OPEN_AFTER_MS = 100;

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
