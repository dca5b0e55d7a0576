import { useTexts } from '../../../shared/i18n';
import { Field } from '../../../ui/controls/Field';
import { Gap, Intro } from '../StepParts';
import { BackToApp } from './BackToApp';
import { SendButton, StepForm } from '../StepForm';
import { StepHead } from '../StepHead';
import type { GuestFlow, GuestState } from './guest-flow';
import { texts } from './texts';

interface EnterStepProps {
  readonly flow: GuestFlow;
  readonly state: Extract<GuestState, { step: 'enter' }>;
}

/** Shows the host and what will happen, and asks for the guest's name. */
export function EnterStep({ flow, state }: EnterStepProps) {
  const t = useTexts(texts);
  const { isBusy, link, name, problem } = state;
  return (
    <StepForm onSubmit={() => void flow.enter()}>
      <StepHead
        title={t('inviteTitle', { host: link.host.name })}
        line={t('inviteLine', { company: link.companyName })}
      />
      <Field
        isLarge
        label={t('name')}
        name="name"
        type="text"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={100}
        value={name}
        problem={problem}
        say={t}
        onChange={flow.type}
        readOnly={isBusy}
      />
      <Intro>{t('next', { company: link.companyName })}</Intro>
      <Gap />
      <SendButton isBusy={isBusy} busyLabel={t('entering')}>
        {t('enter')}
      </SendButton>
      <BackToApp />
    </StepForm>
  );
}
