import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../shared/i18n';
import { getConfig, useSession } from '../../../platform';
import { TextButton } from '../../../ui/controls/Button';
import buttons from '../../../ui/controls/Button.module.css';
import styles from '../SignIn.module.css';
import { StepHead } from '../StepHead';
import type { InvitationFlow, InvitationState, Over } from './invitation-flow';
import { texts } from './texts';

interface StepProps {
  readonly flow: InvitationFlow;
  readonly state: Extract<InvitationState, { step: 'over' }>;
}

const words = {
  invitationUsed: ['usedTitle', 'usedLine'],
  invitationExpired: ['expiredTitle', 'expiredLine'],
  invitationRevoked: ['revokedTitle', 'revokedLine'],
  invalidCode: ['wrongTitle', 'wrongLine'],
} as const satisfies Record<Over, readonly string[]>;

/** Why the invitation is invalid, and what to do. */
export function OverStep({ flow, state: { why, email } }: StepProps) {
  const t = useTexts(texts);
  const isSignedIn = useSession((session) => session.status === 'signedIn');
  const [title, line] = words[why];
  const main = `${buttons.button} ${buttons.filled} ${buttons.field} ${styles.main}`;
  return (
    <div className={styles.form}>
      <StepHead title={t(title)} line={t(line, { email })} />
      <span className={styles.gap} />
      {isSignedIn ? (
        <Link to="/" className={main}>
          {t('toApp', { product: getConfig().brand.name })}
        </Link>
      ) : (
        <Link to="/login/" search={{}} className={main}>
          {t('signIn')}
        </Link>
      )}
      <TextButton className={styles.other} onClick={() => flow.enter({ invitationCode: '' })}>
        {t('enterCode')}
      </TextButton>
    </div>
  );
}
