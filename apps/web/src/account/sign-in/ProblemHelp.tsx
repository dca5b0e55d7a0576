import { useTexts } from '../../shared/i18n';
import styles from './SignIn.module.css';
import type { Problem } from './sign-in-flow';
import { type SignInText, texts } from './texts';

const lines: Readonly<Partial<Record<SignInText, SignInText>>> = {
  deviceLimit: 'deviceLimitLine',
  unknownEmail: 'unknownEmailLine',
};

/** Explains what to do about a problem that the user cannot mend here. */
export function ProblemHelp({ problem }: { readonly problem: Problem | null }) {
  const t = useTexts(texts);
  const line = problem !== null && 'text' in problem ? lines[problem.text] : undefined;
  return <div role="status">{line && <p className={styles.note}>{t(line)}</p>}</div>;
}
