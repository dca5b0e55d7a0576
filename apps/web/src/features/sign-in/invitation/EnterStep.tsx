import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../app/i18n';
import { FilledButton } from '../../../ui/Button';
import buttons from '../../../ui/Button.module.css';
import { FieldProblem } from '../FieldProblem';
import styles from '../SignIn.module.css';
import { useHeadingFocus } from '../use-heading-focus';
import { Brand } from './Brand';
import type { InvitationFlow, InvitationState } from './invitation-flow';
import { texts } from './texts';

interface StepProps {
  readonly flow: InvitationFlow;
  readonly state: Extract<InvitationState, { step: 'enter' }>;
}

/** Who has a code and no link that opens. */
export function EnterStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const heading = useHeadingFocus();
  const email = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const { problem, isBusy } = state;
  const emailProblem = problem?.field === 'email' ? problem : null;
  const codeProblem = problem?.field === 'invitationCode' ? problem : null;
  useEffect(() => {
    if (problem) (problem.field === 'email' ? email : code).current?.focus();
  }, [problem]);
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
      <label className={styles.label} htmlFor="email">
        {t('email')}
      </label>
      <input
        ref={email}
        id="email"
        name="email"
        className={emailProblem ? `${styles.input} ${styles.bad}` : styles.input}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        aria-invalid={emailProblem !== null}
        aria-describedby="email-problem"
        value={state.email}
        onChange={(event) => flow.enter({ email: event.currentTarget.value })}
        readOnly={isBusy}
      />
      <FieldProblem id="email-problem" problem={emailProblem} />
      <label className={styles.label} htmlFor="invitation-code">
        {t('code')}
      </label>
      <input
        ref={code}
        id="invitation-code"
        name="code"
        className={codeProblem ? `${styles.input} ${styles.bad}` : styles.input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        placeholder="0000 0000 0000"
        aria-invalid={codeProblem !== null}
        aria-describedby="code-problem"
        value={state.invitationCode}
        onChange={(event) => flow.enter({ invitationCode: event.currentTarget.value })}
        readOnly={isBusy}
      />
      <FieldProblem id="code-problem" problem={codeProblem} />
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
