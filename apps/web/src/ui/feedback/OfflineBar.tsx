import { IconWifiOff } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import type { Reach } from '../../shared/use-reach';
import styles from './OfflineBar.module.css';
import { texts } from '../texts';

/** One quiet bar while the net, or the server, is away. The place stays, so that a screen reader hears it come. */
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
