import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Progress } from '../../../ui/feedback/Progress';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { texts } from '../texts';
import type { VisitLoading } from './use-visit';

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
  const isFailed = loading.type === 'failed';
  const share = loading.type === 'loading' ? loading.share : 1;
  const line = t('loadingModels', { share: Math.round(100 * share) });
  return (
    <Dialog
      isOpen={(loading.type === 'loading' || isFailed) && !isHidden}
      onClose={onCancel}
      title={t('download')}
      closeOnClickOutside={false}
    >
      {isFailed ? (
        <p role="alert">{t(loading.problem)}</p>
      ) : (
        <>
          <p role="status">{line}</p>
          <Progress label={line} value={share} />
        </>
      )}
      <DialogAnswers>
        <QuietButton onClick={onCancel}>{t('cancel')}</QuietButton>
        {isFailed && <QuietButton onClick={onRead}>{t('allPoints')}</QuietButton>}
        {isFailed && loading.problem !== 'noViews' && <FilledButton onClick={onRetry}>{t('tryAgain')}</FilledButton>}
      </DialogAnswers>
    </Dialog>
  );
}
