import { useTexts } from '../../../shared/i18n';
import { stepsFor } from '../model/browser';
import { texts } from '../texts';
import styles from './allow-steps.module.css';

/** How a camera or a microphone that the browser withholds is allowed in this one. */
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
