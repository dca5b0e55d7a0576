import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { QuietButton } from '../controls/Button';
import { Failed } from './Notice';
import { texts } from '../texts';

export interface PartFailedProps {
  /** A retry is running. */
  readonly isTrying?: boolean;
  readonly onRetry: () => void;
}

/** Polling interval: the network is often reported before it works, and a recovered server does not announce itself. */
const POLL_INTERVAL_MS = 10_000;

/** Retries automatically while online. */
function usePolling(ask: () => void) {
  const onTime = useEffectEvent(ask);
  useEffect(() => {
    const run = () => {
      if (navigator.onLine) onTime();
    };
    addEventListener('online', run);
    const timer = setInterval(run, POLL_INTERVAL_MS);
    return () => {
      removeEventListener('online', run);
      clearInterval(timer);
    };
  }, []);
}

/** Replaces a part of the app whose script failed to load. If a newer build has replaced it, only a reload helps. */
export function PartFailed({ isTrying = false, onRetry }: PartFailedProps): ReactNode {
  const t = useTexts(texts);
  usePolling(onRetry);
  return (
    <Failed title={t('partFailed')} line={t('checkNetwork')} isTrying={isTrying} onRetry={onRetry}>
      <QuietButton onClick={() => location.reload()}>{t('reload')}</QuietButton>
    </Failed>
  );
}

/** Like `PartFailed`, for a part without visible content. */
export function PartAwaited({ onRetry }: PartFailedProps): ReactNode {
  usePolling(onRetry);
  return null;
}
