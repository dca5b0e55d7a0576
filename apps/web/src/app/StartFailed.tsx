import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/overlay/layers.css';
import { Failed } from '../ui/feedback/Notice';
import { useTexts } from '../shared/i18n';
import styles from './StartFailed.module.css';
import { texts } from '../shared/texts';

/** Shown when the server's settings cannot be loaded: without them there is neither brand nor app. */
export function StartFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts(texts);
  return (
    <main className={styles.page}>
      <Failed title={t('startFailed')} line={t('startFailedLine')} onRetry={onRetry} />
    </main>
  );
}
