import { formatClock } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import styles from './SignIn.module.css';
import type { Problem } from './sign-in-flow';
import { texts } from './texts';
import { useCountdown } from './use-countdown';

/** The waiting time after too many tries: a countdown, announced to screen readers once a minute. */
export function WaitLine({ problem }: { readonly problem: Problem | null }) {
  const t = useTexts(texts);
  const until = problem !== null && 'words' in problem ? (problem.until ?? 0) : 0;
  const seconds = useCountdown(until);
  const minutes = Math.ceil(seconds / 60);
  return (
    <div role="status">
      {seconds > 0 && (
        <p className={styles.note}>
          {minutes > 1 ? t('tryAgainInMinutes', { minutes }) : t('tryAgainInOneMinute')}{' '}
          <span className={styles.time} aria-hidden="true">
            {formatClock(seconds)}
          </span>
        </p>
      )}
    </div>
  );
}
