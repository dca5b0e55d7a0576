import { formatBytes } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { QuietButton } from '../../../ui/controls/Button';
import { Progress } from '../../../ui/feedback/Progress';
import type { DeviceState } from '../offline/use-device-search';
import { texts } from '../texts';
import styles from './camera-sheet.module.css';

interface DeviceRowProps {
  readonly device: DeviceState;
  readonly onDownload: () => void;
}

/** Whether the catalogue is on this device, for places without a network; its download, with progress. */
export function DeviceRow({ device, onDownload }: DeviceRowProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (device.type === 'absent' || device.type === 'checking') return null;
  const line = {
    offered: () => t('offlineOffered'),
    loading: () => t('offlineLoading'),
    ready: () => t(device.type === 'ready' && !device.isStored ? 'offlineReadyNow' : 'offlineReady'),
    failed: () => t('offlineFailed'),
  }[device.type]();
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p>{t('offline')}</p>
        <p className={styles.line} role="status">
          {line}
        </p>
        {device.type === 'loading' && <Progress label={line} value={device.share} />}
      </div>
      {device.type === 'offered' && (
        <QuietButton onClick={onDownload}>{t('download', { size: formatBytes(device.bytes, language) })}</QuietButton>
      )}
      {device.type === 'failed' && <QuietButton onClick={onDownload}>{t('tryAgain')}</QuietButton>}
    </div>
  );
}
