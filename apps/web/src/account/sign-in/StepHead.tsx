import { Brand } from './Brand';
import styles from './SignIn.module.css';
import { useHeadingFocus } from './use-heading-focus';

interface StepHeadProps {
  readonly title: string;
  readonly line: string;
}

/** The header of a step that is opened by a link. */
export function StepHead({ title, line }: StepHeadProps) {
  const heading = useHeadingFocus();
  return (
    <>
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.intro}>{line}</p>
    </>
  );
}
