import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/overlay/layers.css';
import { Failed } from '../ui/feedback/Notice';
import { useTexts } from '../shared/i18n';
import styles from './StartFailed.module.css';
import { texts } from '../shared/texts';

/** Without the server's settings there is no brand and no app yet. */
export function StartFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts(texts);
  return (
    <main className={styles.page}>
      <Failed title={t('startFailed')} line={t('startFailedLine')} onRetry={onRetry} />
    </main>
  );
}
