import { IconChevronRight } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { ProblemLine } from '../../ui/controls/Field';
import { BackButton } from './BackButton';
import { ProblemHelp } from './ProblemHelp';
import styles from './SignIn.module.css';
import type { SignInFlow, SignInState } from './sign-in-flow';
import { texts } from './texts';
import { useHeadingFocus } from './use-heading-focus';

interface StepProps {
  readonly flow: SignInFlow;
  readonly state: Extract<SignInState, { step: 'customer' }>;
}

export function CustomerStep({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const heading = useHeadingFocus();
  return (
    <div className={styles.form}>
      <BackButton />
      <h1 ref={heading} tabIndex={-1} className={styles.stepTitle}>
        {t('chooseTitle')}
      </h1>
      <p className={styles.intro}>{t('chooseIntro', { email: state.email })}</p>
      <ProblemLine id="customer-problem" problem={state.problem} say={t} />
      <ProblemHelp problem={state.problem} />
      <ul className={styles.customers} aria-busy={state.isBusy}>
        {state.customers.map((customer) => (
          <li key={customer.code}>
            <button
              type="button"
              className={styles.customer}
              aria-disabled={state.isBusy}
              onClick={() => {
                if (!state.isBusy) void flow.chooseCustomer(customer);
              }}
            >
              {customer.name}
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
