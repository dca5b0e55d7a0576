import { IconBulb, IconCameraRotate } from '@tabler/icons-react';
import type { CameraInUse } from '../../shared/camera/use-live-camera';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../controls/IconButton';
import { ZoomSlider } from '../controls/ZoomSlider';
import styles from './camera.module.css';
import { texts } from './texts';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Light and lens of the open camera, as far as it has them: on plates, for the head of the screen. */
export function CameraButtons({ live: { state, camera } }: { readonly live: CameraInUse }) {
  const t = useTexts(texts);
  if (state.type !== 'open') return null;
  const { torch } = state;
  return (
    <>
      {state.canChangeLens && (
        <IconButton
          isField
          label={t('lens')}
          icon={<IconCameraRotate {...icon} />}
          className={styles.plate}
          onClick={() => void camera.changeLens()}
        />
      )}
      {torch !== null && (
        <IconButton
          isField
          label={t('torch')}
          icon={<IconBulb {...icon} />}
          aria-pressed={torch}
          className={styles.plate}
          onClick={() => camera.setTorch(!torch)}
        />
      )}
    </>
  );
}

/** The zoom of the open camera, if it has one. */
export function CameraZoom({ live: { state, camera } }: { readonly live: CameraInUse }) {
  const t = useTexts(texts);
  if (state.type !== 'open' || !state.zoom) return null;
  return <ZoomSlider zoom={state.zoom} label={t('zoom')} isOnVideo onZoom={camera.setZoom} />;
}
