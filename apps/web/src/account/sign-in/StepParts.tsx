/** The parts of a step of the sign-in, of an invitation, of a guest link. */
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { ButtonAnchor, type ButtonProps, FilledButton, TextButton } from '../../ui/controls/Button';
import styles from './SignIn.module.css';
import { useHeadingFocus } from './use-heading-focus';

interface PartProps {
  readonly children: ReactNode;
}

/** A step that is no form. */
export const StepBody = ({ children }: PartProps) => <div className={styles.form}>{children}</div>;

/** It receives the focus, so that a screen reader starts there. */
export function StepTitle({ children }: PartProps) {
  const heading = useHeadingFocus();
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.stepTitle}>
      {children}
    </h1>
  );
}

export const Intro = ({ children }: PartProps) => <p className={styles.intro}>{children}</p>;

export const EmailName = ({ children }: PartProps) => <b className={styles.email}>{children}</b>;

export const StepNote = ({ children }: PartProps) => (
  <p className={styles.note} role="status">
    {children}
  </p>
);

/** Pushes what follows to the end of the page. */
export const Gap = () => <span className={styles.gap} />;

/** Content without a title, as far down as a title would be. */
export const Lowered = ({ children }: PartProps) => <div className={styles.lower}>{children}</div>;

/** The next step. */
export const MainButton = (props: ButtonProps) => <FilledButton isField className={styles.main} {...props} />;

const MainAnchor = (props: ComponentProps<'a'>) => (
  <ButtonAnchor kind="filled" isField {...props} className={styles.main} />
);
export const MainLink = createLink(MainAnchor);

/** Another way. */
export const OtherButton = (props: ButtonProps) => <TextButton className={styles.other} {...props} />;

const OtherAnchor = (props: ComponentProps<'a'>) => <ButtonAnchor kind="text" {...props} className={styles.other} />;
export const OtherLink = createLink(OtherAnchor);
