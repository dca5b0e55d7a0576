import { IconWifiOff } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import type { Reach } from '../../shared/use-reach';
import styles from './OfflineBar.module.css';
import { texts } from '../texts';

/**
 * A status bar while the network or the server is unreachable. Its live region is always mounted, so that a screen reader announces
 * the change.
 */
export function OfflineBar({ reach }: { readonly reach: Reach }) {
  const t = useTexts(texts);
  return (
    <div role="status">
      {reach !== 'online' && (
        <div className={styles.bar}>
          <IconWifiOff size={20} stroke={1.75} aria-hidden="true" />
          {t(reach === 'offline' ? 'offlineBar' : 'serverAway')}
        </div>
      )}
    </div>
  );
}
