import { useTexts } from '../../shared/i18n';
import styles from './SignIn.module.css';
import type { Problem } from './sign-in-flow';
import { texts } from './texts';

/** Explains how to sign in when the device limit is reached. */
export function DeviceLimit({ problem }: { readonly problem: Problem | null }) {
  const t = useTexts(texts);
  const isFull = problem !== null && 'text' in problem && problem.text === 'deviceLimit';
  return <div role="status">{isFull && <p className={styles.note}>{t('deviceLimitLine')}</p>}</div>;
}
