import type { ReactNode } from 'react';
import { FilledButton } from '../../ui/controls/Button';
import styles from './SignIn.module.css';

interface StepFormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of a step. Errors are shown by its fields. */
export const StepForm = ({ onSubmit, children }: StepFormProps) => (
  <form
    className={styles.form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

interface SendButtonProps {
  readonly isBusy: boolean;
  /** Replaces the label while the request runs. */
  readonly busyLabel: string;
  readonly children: string;
}

export const SendButton = ({ isBusy, busyLabel, children }: SendButtonProps) => (
  <FilledButton type="submit" isField aria-disabled={isBusy} className={styles.main}>
    {isBusy ? busyLabel : children}
  </FilledButton>
);
