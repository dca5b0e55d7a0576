import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './parts.module.css';

/** Over the last frame: the call does not end by itself on a bad net. */
export function Reconnecting() {
  const say = useTexts(texts);
  return (
    <div className={styles.reconnecting} role="status">
      <strong>{say('linkReconnecting')}</strong>
      <p>{say('reconnectingHint')}</p>
    </div>
  );
}
