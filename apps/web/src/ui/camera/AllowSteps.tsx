import { useTexts } from '../../shared/i18n';
import { stepsFor } from './browser';
import { texts } from './texts';
import styles from './allow-steps.module.css';

/** The steps that allow a blocked camera or microphone in this browser. */
export function AllowSteps() {
  const say = useTexts(texts);
  const { browser, steps } = stepsFor(navigator.userAgent, navigator.maxTouchPoints > 1);
  return (
    <>
      <p className={styles.where}>{say('toAllowIn', { browser: say(browser) })}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{say(step)}</li>
        ))}
      </ol>
    </>
  );
}
