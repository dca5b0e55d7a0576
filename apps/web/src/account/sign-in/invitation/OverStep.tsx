import { useTexts } from '../../../shared/i18n';
import { getConfig, useSession } from '../../../platform';
import { Gap, MainLink, OtherButton, StepBody } from '../StepParts';
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
  return (
    <StepBody>
      <StepHead title={t(title)} line={t(line, { email })} />
      <Gap />
      {isSignedIn ? (
        <MainLink to="/">{t('toApp', { product: getConfig().brand.name })}</MainLink>
      ) : (
        <MainLink to="/login/" search={{}}>
          {t('signIn')}
        </MainLink>
      )}
      <OtherButton onClick={() => flow.enter({ invitationCode: '' })}>{t('enterCode')}</OtherButton>
    </StepBody>
  );
}
