import type { SubmitEvent } from 'react';
import { useTexts } from '../../../app/i18n';
import { FilledButton } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Brand } from '../Brand';
import styles from '../SignIn.module.css';
import { useHeadingFocus } from '../use-heading-focus';
import type { GuestFlow, GuestState } from './guest-flow';
import { texts } from './texts';

interface EnterStepProps {
  readonly flow: GuestFlow;
  readonly state: Extract<GuestState, { step: 'enter' }>;
}

/** Who invites, what will happen, and one's name. */
export function EnterStep({ flow, state }: EnterStepProps) {
  const t = useTexts(texts);
  const heading = useHeadingFocus();
  const { isBusy, link, name, problem } = state;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void flow.enter();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        {t('inviteTitle', { host: link.host.name })}
      </h1>
      <p className={styles.intro}>{t('inviteLine', { company: link.companyName })}</p>
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
      <p className={styles.intro}>{t('next')}</p>
      <span className={styles.gap} />
      <FilledButton type="submit" isField aria-disabled={isBusy} className={styles.main}>
        {isBusy ? t('entering') : t('enter')}
      </FilledButton>
    </form>
  );
}
