import { useTexts } from '../../../shared/i18n';
import { Field } from '../../../ui/controls/Field';
import { EmailField } from '../EmailField';
import { Gap, OtherLink } from '../StepParts';
import { SendButton, StepForm } from '../StepForm';
import { StepHead } from '../StepHead';
import { texts as signInTexts } from '../texts';
import type { InvitationFlow, InvitationState } from './invitation-flow';
import { texts } from './texts';

interface StepProps {
  readonly flow: InvitationFlow;
  readonly state: Extract<InvitationState, { step: 'enter' }>;
}

/** For users with a code but no working link. */
export function EnterStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const tSignIn = useTexts(signInTexts);
  const { problem, isBusy } = state;
  return (
    <StepForm onSubmit={() => void flow.submit()}>
      <StepHead title={t('enterTitle')} line={t('enterIntro')} />
      <EmailField
        value={state.email}
        problem={problem?.field === 'email' ? problem : null}
        onChange={(email) => flow.enter({ email })}
        readOnly={isBusy}
      />
      <Field
        isLarge
        label={t('code')}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        placeholder="0000 0000 0000"
        value={state.invitationCode}
        problem={problem?.field === 'invitationCode' ? problem : null}
        say={tSignIn}
        onChange={(invitationCode) => flow.enter({ invitationCode })}
        readOnly={isBusy}
      />
      <Gap />
      <SendButton isBusy={isBusy} busyLabel={t('checking')}>
        {t('next')}
      </SendButton>
      <OtherLink to="/login/" search={{}}>
        {t('haveAccount')}
      </OtherLink>
    </StepForm>
  );
}
