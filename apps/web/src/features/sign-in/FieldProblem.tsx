import { IconAlertCircle } from '@tabler/icons-react';
import { useTexts } from '../../app/i18n';
import styles from './SignIn.module.css';
import type { Problem } from './sign-in-flow';
import { texts } from './texts';

/** Under the field, read out when it comes; its place is there before. */
export function FieldProblem({ id, problem }: { readonly id: string; readonly problem: Problem | null }) {
  const t = useTexts(texts);
  return (
    <div id={id} role="alert">
      {problem && (
        <p className={styles.problem}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          {'text' in problem ? t(problem.text) : problem.words}
        </p>
      )}
    </div>
  );
}
