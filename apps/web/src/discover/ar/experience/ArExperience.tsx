import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { myself } from '../../../platform';
import { type NativeDownload, startNativeScenes } from '../../../platform/native/ar-recognition';
import { useLiveCamera } from '../../../shared/camera/use-live-camera';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { useNativeAr } from '../../../shared/device/use-native-ar';
import { useOrientationLock } from '../../../shared/device/use-orientation-lock';
import { CameraZoom } from '../../../ui/camera/CameraControls';
import { CameraHead } from '../../../ui/camera/CameraHead';
import { CameraView } from '../../../ui/camera/CameraView';
import { FilledButton } from '../../../ui/controls/Button';
import { lazyPart } from '../../../ui/feedback/lazy-part';
import { DownloadDialog } from '../../../ui/overlay/DownloadDialog';
import { Modal } from '../../../ui/overlay/Modal';
import { sceneQuery } from '../model/scene-queries';
import { texts } from '../texts';
import { ContentDialog } from './ContentDialog';
import styles from './experience.module.css';
import { TargetLayer } from './TargetLayer';
import { type Loading, useExperience } from './use-experience';

const StorageRefused = lazyPart(() => import('../../../ui/camera/RefusedDialog'), 'StorageRefused');

interface ArExperienceProps {
  /** Null: the markers of all scenes. */
  readonly sceneId: number | null;
  readonly title: string;
  readonly onClose: () => void;
}

interface LoadingDialogProps {
  readonly loading: Loading;
  readonly isScene: boolean;
  readonly onCancel: () => void;
}

/** The progress of the download, or its problem (D2.41, D8.7). */
function LoadingDialog({ loading, isScene, onCancel }: LoadingDialogProps) {
  const t = useTexts(texts);
  const isFailed = loading.type === 'failed';
  const share = loading.type === 'loading' ? loading.share : 1;
  return (
    <DownloadDialog
      isOpen={loading.type === 'loading' || (isFailed && !loading.isSaid)}
      title={t(isScene ? 'loadingScene' : 'download')}
      line={t('loadingMarkers', { share: Math.round(100 * share) })}
      share={share}
      problem={isFailed ? t(loading.problem) : null}
      cancelLabel={t('cancel')}
      onCancel={onCancel}
    />
  );
}

/** The camera in full screen, and what stands on the markers that it sees. */
export function ArExperience({ sceneId, title: pageTitle, onClose }: ArExperienceProps) {
  const t = useTexts(texts);
  const scene = useQuery({ ...sceneQuery(useContentLanguage(), sceneId ?? 0), enabled: sceneId !== null }).data;
  const title = scene?.content.title ?? pageTitle;
  const video = useRef<HTMLVideoElement>(null);
  const startBySdk = (progress: NativeDownload) =>
    startNativeScenes({ sceneId, companyId: myself()?.company.id ?? null }, progress);
  const native = useNativeAr(startBySdk, onClose);
  const live = useLiveCamera(native.isOwn);
  useOrientationLock(native.isOwn);
  // What is loaded stays while the camera is interrupted.
  const [wasOpen, setWasOpen] = useState(false);
  const track = live.state.type === 'open' ? live.state.track : null;
  if (track && !wasOpen) setWasOpen(true);
  const own = useExperience(sceneId, wasOpen);
  const { retry, fail } = own;
  const loading = native.isOwn ? own.loading : ({ type: 'loading', share: native.share } as const);
  // Here, because what stands on the markers is gone while the camera is interrupted.
  const [opened, setOpened] = useState<number | null>(null);
  const [isAnyFound, setAnyFound] = useState(false);
  const isLooking = loading.type === 'ready' && track !== null;
  return (
    <Modal isOpen onClose={onClose} kind="popup" shape="screen" data-theme="dark" aria-label={title}>
      <CameraView live={live} video={video} onLeave={onClose}>
        {isLooking && (
          <TargetLayer
            experience={loading.experience}
            video={video}
            track={track}
            onOpen={setOpened}
            onAnyFound={setAnyFound}
            onCrash={fail}
          />
        )}
        <div className={styles.foot}>
          {isLooking && !isAnyFound && (
            <p role="status" className={styles.hint}>
              {t('look')}
            </p>
          )}
          <CameraZoom live={live} />
        </div>
        {loading.type === 'failed' && loading.isSaid && (
          <div role="alert" className={styles.problem}>
            <p>{t(loading.problem)}</p>
            <FilledButton onClick={retry}>{t('tryAgain')}</FilledButton>
          </div>
        )}
      </CameraView>
      <CameraHead title={title} leaveLabel={t('leave')} onLeave={onClose} live={live} />
      {opened !== null && <ContentDialog contentId={opened} onClose={() => setOpened(null)} />}
      {loading.type === 'refused' && <StorageRefused onLeave={onClose} onRetry={retry} />}
      <LoadingDialog loading={loading} isScene={sceneId !== null} onCancel={onClose} />
    </Modal>
  );
}
