import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { isGuestPage } from '../platform';
import {
  buildPorts,
  checkForNewBuild,
  newVersion,
  pagePorts,
  startWorker,
  activateNewVersion,
} from '../platform/worker/page-worker';
import { layerElement } from '../ui/overlay/layers';
import { texts as uiTexts } from '../ui/texts';
import { useTexts } from '../shared/i18n';
import styles from './NewVersion.module.css';
import { texts } from '../shared/texts';

const ports = pagePorts(isGuestPage);
const page = buildPorts(ports?.workers);
const look = () => void checkForNewBuild(page, import.meta.url);

/** Offers an update when a newer build waits or parts of this one are gone; nothing is reloaded before the user agrees. */
export function NewVersion(): ReactNode {
  const t = useTexts(texts);
  const u = useTexts(uiTexts);
  const isWaiting = useStore(newVersion, ({ waiting }) => waiting !== null);
  useEffect(() => {
    if (ports) void startWorker(ports);
    addEventListener('vite:preloadError', look);
    return () => removeEventListener('vite:preloadError', look);
  }, []);
  return createPortal(
    <div role="status" className={styles.place}>
      {isWaiting && (
        <div className={styles.offer}>
          {t('newVersion')}
          <button type="button" className={styles.reload} onClick={() => activateNewVersion(page)}>
            {u('reload')}
          </button>
          <button
            type="button"
            className={styles.later}
            aria-label={t('later')}
            onClick={() => newVersion.setState({ waiting: null })}
          >
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>,
    layerElement('notices'),
  );
}
