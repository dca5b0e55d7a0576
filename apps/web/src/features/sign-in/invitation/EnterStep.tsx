import { Link } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { useTexts } from '../../../app/i18n';
import { FilledButton } from '../../../ui/Button';
import buttons from '../../../ui/Button.module.css';
import { Field } from '../../../ui/Field';
import { Brand } from '../Brand';
import { EmailField } from '../EmailField';
import styles from '../SignIn.module.css';
import { texts as signInTexts } from '../texts';
import { useHeadingFocus } from '../use-heading-focus';
import type { InvitationFlow, InvitationState } from './invitation-flow';
import { texts } from './texts';

interface StepProps {
  readonly flow: InvitationFlow;
  readonly state: Extract<InvitationState, { step: 'enter' }>;
}

/** Who has a code and no link that opens. */
export function EnterStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const saySignIn = useTexts(signInTexts);
  const heading = useHeadingFocus();
  const { problem, isBusy } = state;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void flow.submit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        {t('enterTitle')}
      </h1>
      <p className={styles.intro}>{t('enterIntro')}</p>
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
        say={saySignIn}
        onChange={(invitationCode) => flow.enter({ invitationCode })}
        readOnly={isBusy}
      />
      <span className={styles.gap} />
      <FilledButton type="submit" isField aria-disabled={isBusy} className={styles.main}>
        {isBusy ? t('checking') : t('next')}
      </FilledButton>
      <Link to="/login/" search={{}} className={`${buttons.button} ${buttons.text} ${styles.other}`}>
        {t('haveAccount')}
      </Link>
    </form>
  );
}
