import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/overlay/layers.css';
import { QuietButton } from '../ui/controls/Button';
import { Failed } from '../ui/feedback/Notice';
import { useTexts } from '../shared/i18n';
import styles from './StartFailed.module.css';
import { texts } from '../shared/texts';

interface StartFailedProps {
  readonly onRetry: () => void;
  /** The user chooses another server. Absent: the server is fixed. */
  readonly onChoose?: (() => void) | undefined;
}

/** Shown when the server's settings cannot be loaded: without them there is neither brand nor app. */
export function StartFailed({ onRetry, onChoose }: StartFailedProps) {
  const t = useTexts(texts);
  return (
    <main className={styles.page}>
      <Failed title={t('startFailed')} line={t('startFailedLine')} onRetry={onRetry}>
        {onChoose && <QuietButton onClick={onChoose}>{t('chooseServer')}</QuietButton>}
      </Failed>
    </main>
  );
}
