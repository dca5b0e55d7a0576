import { CODE_DIGITS } from '@earth/contracts';
import { useEffect, useRef, useState } from 'react';
import { formatClock } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { TextButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { BackButton, goBack } from './BackButton';
import { CodeField } from './CodeField';
import { ProblemHelp } from './ProblemHelp';
import styles from './SignIn.module.css';
import type { SignInFlow, SignInState } from './sign-in-flow';
import { SendButton, StepForm } from './StepForm';
import { texts } from './texts';
import { useCountdown } from './use-countdown';
import { WaitLine } from './WaitLine';

interface StepProps {
  readonly flow: SignInFlow;
  readonly state: Extract<SignInState, { step: 'code' }>;
}

/** Emphasizes the e-mail in its sentence, at the position that the language needs. */
function SentTo({ email }: { readonly email: string }) {
  const t = useTexts(texts);
  const [before = '', after = ''] = t('codeSentTo', { email: '\n' }).split('\n');
  return (
    <p className={styles.intro} role="status">
      {before}
      <b className={styles.email}>{email}</b>
      {after}
    </p>
  );
}

export function CodeStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const seconds = useCountdown(state.resendAt);
  const { problem, isBusy } = state;

  useEffect(() => field.current?.focus(), []);
  // A wrong code is selected, ready to be replaced.
  useEffect(() => {
    if (problem) field.current?.select();
  }, [problem]);

  const change = (digits: string) => {
    setCode(digits);
    if (digits.length === CODE_DIGITS && digits !== code) void flow.submitCode(digits);
  };
  const resend = async () => {
    field.current?.focus();
    await flow.resend();
    // What was typed belongs to the old code.
    if (flow.store.getState().problem === null) setCode('');
  };
  return (
    <StepForm onSubmit={() => void flow.submitCode(code)}>
      <BackButton />
      <h1 className={styles.stepTitle}>{t('codeTitle')}</h1>
      <SentTo email={state.email} />
      <CodeField
        ref={field}
        label={t('code')}
        value={code}
        onChange={change}
        isInvalid={problem !== null}
        describedBy="code-problem"
      />
      <ProblemLine id="code-problem" problem={problem} say={t} />
      <ProblemHelp problem={problem} />
      <WaitLine problem={problem} />
      <SendButton isBusy={isBusy} busyLabel={t('checking')}>
        {t('login')}
      </SendButton>
      <div className={styles.more}>
        <TextButton disabled={seconds > 0} aria-label={t('resend')} onClick={() => void resend()}>
          {t('resend')}
          {seconds > 0 && <span className={styles.time}>{formatClock(seconds)}</span>}
        </TextButton>
        <TextButton onClick={goBack}>{t('changeEmail')}</TextButton>
      </div>
    </StepForm>
  );
}
