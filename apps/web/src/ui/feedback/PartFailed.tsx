import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { QuietButton } from '../controls/Button';
import { Failed } from './Notice';
import { texts } from '../texts';

export interface PartFailedProps {
  /** It is being asked for again. */
  readonly isTrying?: boolean;
  readonly onRetry: () => void;
}

/** The net is often announced before it is there, and a server that is in trouble says nothing when it is well again. */
const ASK_EVERY_MS = 10_000;

/** Asks again by itself, with the net. */
function useAsking(ask: () => void) {
  const onTime = useEffectEvent(ask);
  useEffect(() => {
    const run = () => {
      if (navigator.onLine) onTime();
    };
    addEventListener('online', run);
    const timer = setInterval(run, ASK_EVERY_MS);
    return () => {
      removeEventListener('online', run);
      clearInterval(timer);
    };
  }, []);
}

/** In the place of a part of the app that did not come. A newer build may have taken its place: then only a reload has it. */
export function PartFailed({ isTrying = false, onRetry }: PartFailedProps): ReactNode {
  const t = useTexts(texts);
  useAsking(onRetry);
  return (
    <Failed title={t('partFailed')} line={t('checkNetwork')} isTrying={isTrying} onRetry={onRetry}>
      <QuietButton onClick={() => location.reload()}>{t('reload')}</QuietButton>
    </Failed>
  );
}

/** The same for a part that shows nothing of its own. */
export function PartAwaited({ onRetry }: PartFailedProps): ReactNode {
  useAsking(onRetry);
  return null;
}
