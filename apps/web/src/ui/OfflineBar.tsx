import { IconWifiOff } from '@tabler/icons-react';
import { useTexts } from '../app/i18n';
import styles from './OfflineBar.module.css';
import { texts } from './texts';

export type Reach = 'online' | 'offline' | 'serverAway';

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
