import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './parts.module.css';

/** Over the last frame while reconnecting: the call does not end on a bad network. */
export function Reconnecting() {
  const say = useTexts(texts);
  return (
    <div className={styles.reconnecting} role="status">
      <strong>{say('linkReconnecting')}</strong>
      <p>{say('reconnectingHint')}</p>
    </div>
  );
}
