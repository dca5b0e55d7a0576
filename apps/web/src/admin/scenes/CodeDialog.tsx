import { IconDownload } from '@tabler/icons-react';
import { linkTo } from '../../platform/server-address';
import { saveFile } from '../../shared/device/save-file';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { LineButton, QuietButton } from '../../ui/controls/Button';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { SkeletonBlock } from '../../ui/feedback/Skeleton';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './scenes.module.css';
import { texts } from './texts';

/** Loaded on demand, with the renderer of QR codes. */
const QrCode = lazyPart(() => import('../../ui/pictures/QrCode'), 'QrCode', {
  Waiting: () => <SkeletonBlock width={220} height={220} />,
});

const icon = <IconDownload size={20} stroke={1.75} aria-hidden="true" />;

interface CodeDialogProps {
  readonly contentId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The QR code whose address opens the scene, to be printed beside its marker. */
export function CodeDialog({ contentId, isOpen, onClose }: CodeDialogProps) {
  const t = useTexts(texts);
  const { ask, problem } = useRequest();
  const address = linkTo(`/ar?scene=${contentId}`);
  const save = (kind: 'svg' | 'png') =>
    void ask(async () => {
      const { codeFile } = await import('./code-file');
      saveFile(await codeFile(address, kind), `scene-${contentId}.${kind}`);
    });
  return (
    <Dialog title={t('codeTitle')} isOpen={isOpen} onClose={onClose}>
      <p>{t('codeLine')}</p>
      {isOpen && <QrCode text={address} label={t('codeLabel', { address })} />}
      <p className={styles.address}>{address}</p>
      {problem && <p role="alert">{problem.words}</p>}
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('close')}</QuietButton>
        <LineButton icon={icon} onClick={() => save('svg')}>
          {t('saveSvg')}
        </LineButton>
        <LineButton icon={icon} onClick={() => save('png')}>
          {t('savePng')}
        </LineButton>
      </DialogAnswers>
    </Dialog>
  );
}
