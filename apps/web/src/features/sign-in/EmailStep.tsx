import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../app/i18n';
import { getConfig, useSession } from '../../data';
import { FilledButton } from '../../ui/Button';
import buttons from '../../ui/Button.module.css';
import { FieldProblem } from './FieldProblem';
import styles from './SignIn.module.css';
import type { SignInFlow, SignInState } from './sign-in-flow';
import { texts } from './texts';

interface StepProps {
  readonly flow: SignInFlow;
  readonly state: Extract<SignInState, { step: 'email' }>;
}

export function EmailStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const { brand } = getConfig();
  const field = useRef<HTMLInputElement>(null);
  const isOver = useSession((session) => session.status === 'signedOut' && session.isOver);
  const { problem, isBusy } = state;
  // On a touch screen the keyboard would come up at once, and cover what the page says.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void flow.submitEmail();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.brand}>
        <img src={brand.logoUrl} alt="" width={32} height={32} />
        {brand.name}
      </p>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      {isOver && (
        <p className={styles.note} role="status">
          {t('sessionOver')}
        </p>
      )}
      <label className={styles.label} htmlFor="email">
        {t('email')}
      </label>
      <input
        ref={field}
        id="email"
        name="email"
        className={problem ? `${styles.input} ${styles.bad}` : styles.input}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        aria-invalid={problem !== null}
        aria-describedby="email-problem"
        value={state.email}
        onChange={(event) => flow.setEmail(event.currentTarget.value)}
        readOnly={isBusy}
      />
      <FieldProblem id="email-problem" problem={problem} />
      <span className={styles.gap} />
      <FilledButton type="submit" isField aria-disabled={isBusy} className={styles.main}>
        {isBusy ? t('checking') : t('next')}
      </FilledButton>
      <Link to="/invitation" className={`${buttons.button} ${buttons.text} ${styles.other}`}>
        {t('invited')}
      </Link>
    </form>
  );
}
