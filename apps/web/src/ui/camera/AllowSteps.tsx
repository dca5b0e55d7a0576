import { openDeviceSettings } from '../../platform/native/permissions';
import { hasPlugin, isInShell } from '../../platform/native/shell';
import { reportPluginError } from '../../shared/plugin-error';
import { useTexts } from '../../shared/i18n';
import { stepsFor } from './browser';
import { texts } from './texts';
import { QuietButton } from '../controls/Button';
import styles from './allow-steps.module.css';

/** In the mobile shell a refused permission is granted in the settings of the device. */
function InSettings() {
  const say = useTexts(texts);
  return (
    <>
      <p className={styles.where}>{say('toAllowInShell')}</p>
      {hasPlugin('Permissions') && (
        <QuietButton onClick={() => void openDeviceSettings('app').catch(reportPluginError)}>
          {say('openSettings')}
        </QuietButton>
      )}
    </>
  );
}

function InBrowser() {
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

/** The steps that grant a refused permission, such as that for the camera or the microphone, on this device. */
export const AllowSteps = () => (isInShell() ? <InSettings /> : <InBrowser />);
