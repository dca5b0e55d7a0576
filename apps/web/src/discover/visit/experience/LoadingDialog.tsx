import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { lazyPart } from '../../../ui/feedback/lazy-part';
import { DownloadDialog } from '../../../ui/overlay/DownloadDialog';
import { texts } from '../texts';
import type { VisitLoading } from './use-visit';

const StorageRefused = lazyPart(() => import('../../../ui/camera/RefusedDialog'), 'StorageRefused');

interface LoadingDialogProps {
  readonly loading: VisitLoading;
  /** The user reads without the camera. */
  readonly isHidden: boolean;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  /** Goes on without the camera. */
  readonly onRead: () => void;
}

/** The progress of the download, or its problem (D4.16, D8.7): then the points can still be read. */
export function LoadingDialog({ loading, isHidden, onCancel, onRetry, onRead }: LoadingDialogProps) {
  const t = useTexts(texts);
  if (loading.type === 'refused') return isHidden ? null : <StorageRefused onLeave={onCancel} onRetry={onRetry} />;
  const isFailed = loading.type === 'failed';
  const share = loading.type === 'loading' ? loading.share : 1;
  return (
    <DownloadDialog
      isOpen={(loading.type === 'loading' || isFailed) && !isHidden}
      title={t('download')}
      line={t('loadingModels', { share: Math.round(100 * share) })}
      share={share}
      problem={isFailed ? t(loading.problem) : null}
      cancelLabel={t('cancel')}
      onCancel={onCancel}
    >
      {isFailed && <QuietButton onClick={onRead}>{t('allPoints')}</QuietButton>}
      {isFailed && loading.problem !== 'noViews' && <FilledButton onClick={onRetry}>{t('tryAgain')}</FilledButton>}
    </DownloadDialog>
  );
}
