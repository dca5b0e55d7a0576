import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useSession, getConfig } from '../../platform';
import { ButtonLink } from '../../ui/controls/Button';
import { Brand } from './Brand';
import { ProblemHelp } from './ProblemHelp';
import { EmailField } from './EmailField';
import styles from './SignIn.module.css';
import type { SignInFlow, SignInState } from './sign-in-flow';
import { SendButton, StepForm } from './StepForm';
import { texts } from './texts';
import { WaitLine } from './WaitLine';

interface StepProps {
  readonly flow: SignInFlow;
  readonly state: Extract<SignInState, { step: 'email' }>;
}

export function EmailStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const isOver = useSession((session) => session.status === 'signedOut' && session.isOver);
  const { problem, isBusy } = state;
  return (
    <StepForm onSubmit={() => void flow.submitEmail()}>
      <Brand />
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      {isOver && (
        <p className={styles.note} role="status">
          {t('sessionOver')}
        </p>
      )}
      <EmailField
        // On a touch screen the keyboard would open at once and cover the text.
        autoFocus={matchMedia('(pointer: fine)').matches}
        value={state.email}
        problem={problem}
        onChange={flow.setEmail}
        readOnly={isBusy}
      />
      <ProblemHelp problem={problem} />
      <WaitLine problem={problem} />
      <span className={styles.gap} />
      <SendButton isBusy={isBusy} busyLabel={t('checking')}>
        {t('next')}
      </SendButton>
      <ButtonLink
        to="/invitation"
        // Passes on what was typed. In the fragment, like in the mail's link: the server does not see it.
        {...(state.email === '' ? {} : { hash: new URLSearchParams({ email: state.email }).toString() })}
        kind="text"
        className={styles.other}
      >
        {t('invited')}
      </ButtonLink>
      {!getConfig().brand.loginRequired && (
        <ButtonLink to={startPage()} kind="text" className={styles.other}>
          {t('lookAround')}
        </ButtonLink>
      )}
      <ButtonLink to="/terms" kind="text" className={styles.other}>
        {t('terms')}
      </ButtonLink>
    </StepForm>
  );
}
