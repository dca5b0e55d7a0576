import type { RoleCode } from '@earth/contracts';
import { useTexts } from '../../../shared/i18n';
import { useSession } from '../../../platform';
import { ProblemLine } from '../../../ui/controls/Field';
import { ProblemHelp } from '../ProblemHelp';
import { EmailName, Gap, Intro, MainButton, OtherLink, StepBody, StepNote } from '../StepParts';
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
    <StepBody>
      <StepHead
        title={t('offerTitle', { inviter: inviter.name })}
        line={t('offer', { company: customer.name, role: t(roles[role]) })}
      />
      <Intro>
        <EmailName>{t('for', { email })}</EmailName>
        {isKnown ? t('known') : t('noPassword')}
      </Intro>
      {other && <StepNote>{t('signedInAs', { name: other.name, company: other.company.name })}</StepNote>}
      <ProblemLine id="invitation-problem" problem={problem} say={tSignIn} />
      <ProblemHelp problem={problem} />
      <Gap />
      <MainButton
        aria-disabled={isBusy}
        aria-describedby="invitation-problem"
        onClick={() => void flow.accept(other !== null)}
      >
        {isBusy ? t('accepting') : words}
      </MainButton>
      {other && <OtherLink to="/">{t('stay', { name: other.name })}</OtherLink>}
    </StepBody>
  );
}
