import type { Content } from '@earth/contracts';
import { useState } from 'react';
import { type NativeDownload, startNativeVisit } from '../../../platform/native/ar-recognition';
import { useLiveCamera } from '../../../shared/camera/use-live-camera';
import { useTexts } from '../../../shared/i18n';
import { useNativeAr } from '../../../shared/device/use-native-ar';
import { useOrientationLock } from '../../../shared/device/use-orientation-lock';
import { CameraHead } from '../../../ui/camera/CameraHead';
import { Dialog } from '../../../ui/overlay/Dialog';
import { Modal } from '../../../ui/overlay/Modal';
import { pictureCamera } from '../model/picture-camera';
import { POINT_COLOR } from '../model/visit-points';
import { texts } from '../texts';
import { Camera } from './Camera';
import { LoadingDialog } from './LoadingDialog';
import { PointCard } from './PointCard';
import { PointList } from './PointList';
import { Reading } from './Reading';
import { usePoints } from './use-points';
import { useShareVisit } from './use-share-visit';
import { useVisit } from './use-visit';
import styles from './visit.module.css';

export interface VisitProps {
  readonly modelId: string;
  readonly content: Pick<Content, 'id' | 'title' | 'googleUrl'>;
  /** The content of the point that is open first. */
  readonly startAt?: number | undefined;
  /** The address of a picture that the camera sees instead of the world. */
  readonly picture?: string | undefined;
  readonly onClose: () => void;
}

/** The interactive visit of a model: the camera in full screen, the points on what it sees, and the point that was touched. */
export function Visit({ modelId, content, startAt, picture, onClose }: VisitProps) {
  const t = useTexts(texts);
  // An SDK knows neither a picture nor a first point.
  const isForSdk = picture === undefined && startAt === undefined;
  const startBySdk = (progress: NativeDownload) =>
    startNativeVisit({ externalId: modelId, color: POINT_COLOR }, progress);
  const native = useNativeAr(isForSdk ? startBySdk : null, onClose);
  const own = useVisit(modelId, native.isOwn);
  const { retry, fail } = own;
  const loading = native.isOwn ? own.loading : ({ type: 'loading', share: native.share } as const);
  const visit = usePoints(modelId, startAt);
  const { query, points, seen, seenCount, selected, select, close } = visit;
  const [isReading, setReading] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const isReady = loading.type === 'ready';
  const [wish] = useState(() => (picture === undefined ? undefined : pictureCamera(picture)));
  const live = useLiveCamera(isReady && !isReading, wish);
  useOrientationLock(isReady && !isReading);
  const share = useShareVisit(content);
  const progress = t('seenOf', { seen: seenCount, count: points.length });
  const openFromList = (contentId: number) => {
    setListOpen(false);
    select(contentId);
  };
  const read = () => setReading(true);
  const leave = () => (selected ? close() : onClose());
  return (
    <Modal isOpen onClose={leave} kind="popup" shape="screen" data-theme="dark" aria-label={content.title}>
      {isReading ? (
        <Reading
          query={query}
          points={points}
          seen={seen}
          onSelect={select}
          onCamera={isReady ? () => setReading(false) : null}
        />
      ) : (
        <Camera
          modelId={modelId}
          live={live}
          vision={isReady ? loading.vision : null}
          visit={visit}
          onList={() => setListOpen(true)}
          onShare={share}
          onRead={read}
          onCrash={fail}
        />
      )}
      <CameraHead
        title={content.title}
        line={points.length > 0 ? progress : undefined}
        leaveLabel={t('leave')}
        onLeave={onClose}
        live={isReading ? null : live}
      />
      {selected && (isReady || isReading) && (
        <PointCard point={selected} points={points} onSelect={select} onClose={close} />
      )}
      <LoadingDialog loading={loading} isHidden={isReading} onCancel={onClose} onRetry={retry} onRead={read} />
      <Dialog isOpen={isListOpen} onClose={() => setListOpen(false)} title={t('allPoints')} width={520}>
        <p className={styles.seenLine}>{progress}</p>
        <PointList points={points} seen={seen} onSelect={openFromList} />
      </Dialog>
    </Modal>
  );
}
