import type { RoleCode } from '@earth/contracts';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../shared/i18n';
import { useSession } from '../../../platform';
import { FilledButton } from '../../../ui/controls/Button';
import buttons from '../../../ui/controls/Button.module.css';
import { ProblemLine } from '../../../ui/controls/Field';
import { DeviceLimit } from '../DeviceLimit';
import styles from '../SignIn.module.css';
import { StepHead } from '../StepHead';
import { texts as signInTexts } from '../texts';
import type { InvitationFlow, InvitationState } from './invitation-flow';
import { texts } from './texts';

interface StepProps {
  readonly flow: InvitationFlow;
  readonly state: Extract<InvitationState, { step: 'offer' }>;
}

const roles = { OPERATOR: 'operator', ADMIN: 'admin', ASSISTED: 'assisted' } as const satisfies Record<
  RoleCode,
  string
>;

/** Shows the inviting person and the company, with a button to accept. */
export function OfferStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const tSignIn = useTexts(signInTexts);
  const me = useSession((session) => (session.status === 'signedIn' ? session.profile : null));
  const { invitation, email, isBusy, problem } = state;
  const { inviter, customer, role, isKnown } = invitation;
  const isMe = me?.email === email && me.company.code === customer.code;
  const other = me && !isMe ? me : null;
  const words = other ? t('signOutAndAccept') : t('accept');
  return (
    <div className={styles.form}>
      <StepHead
        title={t('offerTitle', { inviter: inviter.name })}
        line={t('offer', { company: customer.name, role: t(roles[role]) })}
      />
      <p className={styles.intro}>
        <b className={styles.email}>{t('for', { email })}</b>
        {isKnown ? t('known') : t('noPassword')}
      </p>
      {other && (
        <p className={styles.note} role="status">
          {t('signedInAs', { name: other.name, company: other.company.name })}
        </p>
      )}
      <ProblemLine id="invitation-problem" problem={problem} say={tSignIn} />
      <DeviceLimit problem={problem} />
      <span className={styles.gap} />
      <FilledButton
        isField
        aria-disabled={isBusy}
        aria-describedby="invitation-problem"
        className={styles.main}
        onClick={() => void flow.accept(other !== null)}
      >
        {isBusy ? t('accepting') : words}
      </FilledButton>
      {other && (
        <Link to="/" className={`${buttons.button} ${buttons.text} ${styles.other}`}>
          {t('stay', { name: other.name })}
        </Link>
      )}
    </div>
  );
}
