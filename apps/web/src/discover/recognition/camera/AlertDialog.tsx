import { useTexts } from '../../../shared/i18n';
import { FilledButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { texts } from '../texts';
import type { Alert } from './use-recognition';

/** The alerts of the recognition have one title (D8.13); a catalogue that is not ready is no matter of the picture. */
export function AlertDialog({ alert, onClose }: { readonly alert: Alert | null; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const isReady = alert?.problem !== 'notReady';
  return (
    <Dialog isOpen={alert !== null} onClose={onClose} title={t(isReady ? 'imageLoading' : 'recognition')}>
      <p role="alert">{isReady ? alert && t(alert.problem) : alert.line}</p>
      {isReady && alert?.line && <p>{alert.line}</p>}
      <DialogAnswers>
        <FilledButton onClick={onClose}>{t('ok')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
