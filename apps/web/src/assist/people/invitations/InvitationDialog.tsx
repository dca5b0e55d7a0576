import type { AddressBookInvitation } from '@earth/contracts';
import { useState } from 'react';
import { formatDate } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { api } from '../../../platform';
import { refreshInvitations } from '../../../shared/queries';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/overlay/Dialog';
import { ProblemLine } from '../../../ui/controls/Field';
import { showToast } from '../../../shared/toast';
import { type Problem, problemOf } from './invite-form';
import { InviteForm } from './InviteForm';
import styles from './invitations.module.css';
import { texts } from './texts';
import { useScope } from '../../../platform/session/scope-context';

interface InvitationDialogProps {
  readonly invitation: AddressBookInvitation;
  readonly onClose: () => void;
}

const states = { open: 'sentBy', expired: 'overBy' } as const;

/** Asks before withdrawing: the code in the mail becomes invalid for good. */
function Withdrawal({ invitation, onClose }: InvitationDialogProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const { name, uniqueId: id } = invitation;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function withdraw() {
    if (isBusy) return;
    setBusy(true);
    try {
      await api.revokeInvitation({ id });
      showToast(t('withdrawn', { name }));
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(problemOf(error));
    }
    void refreshInvitations(scope);
  }
  return (
    <>
      <p>{t('withdrawLine')}</p>
      <ProblemLine id="withdraw-problem" problem={problem} say={t} />
      <div className={styles.answers}>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton isDanger aria-disabled={isBusy} onClick={() => void withdraw()}>
          {problem ? t('tryAgain') : t('withdraw')}
        </FilledButton>
      </div>
    </>
  );
}

/** An open invitation, to be changed, sent again or withdrawn. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const language = useLanguage();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { uniqueId: id, email, name, roleUniqueId, inviter, state } = invitation;
  const date = formatDate(new Date(invitation.expirationDate), language);
  return (
    <Dialog isOpen onClose={onClose} title={t(isWithdrawing ? 'withdrawQuestion' : 'change', { name })}>
      {isWithdrawing ? (
        <Withdrawal invitation={invitation} onClose={onClose} />
      ) : (
        <>
          <p className={styles.quiet}>{t(states[state], { inviter: inviter.name, date })}</p>
          <p className={styles.quiet}>{t('againLine')}</p>
          <InviteForm
            first={{ email, name, roleUniqueId, language: invitation.language ?? language }}
            label={t('sendAgain')}
            onSend={async (typed) => {
              const sent = await api.sendInvitationAgain({ id, ...typed });
              void refreshInvitations(scope);
              onClose();
              showToast(t('sent', { email: sent.email }));
            }}
          >
            <QuietButton isDanger onClick={() => setWithdrawing(true)}>
              {t('withdraw')}
            </QuietButton>
          </InviteForm>
        </>
      )}
    </Dialog>
  );
}
