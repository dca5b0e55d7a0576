import { useRef, useState } from 'react';
import type { CameraInUse } from '../../../shared/camera/use-live-camera';
import { useTexts } from '../../../shared/i18n';
import { CameraZoom } from '../../../ui/camera/CameraControls';
import { CameraView } from '../../../ui/camera/CameraView';
import type { Vision } from '../../vision';
import { texts } from '../texts';
import { Foot } from './Foot';
import { Hint } from './Hint';
import { PointLayer } from './PointLayer';
import type { usePoints } from './use-points';
import styles from './visit.module.css';

interface CameraProps {
  readonly modelId: string;
  readonly live: CameraInUse;
  /** Null: it is being loaded. */
  readonly vision: Vision | null;
  readonly visit: ReturnType<typeof usePoints>;
  readonly onList: () => void;
  readonly onShare: () => void;
  /** The user goes on without the camera. */
  readonly onRead: () => void;
  readonly onCrash: () => void;
}

/** The camera's picture with the points of the view in sight. */
export function Camera({ modelId, live, vision, visit, onList, onShare, onRead, onCrash }: CameraProps) {
  const t = useTexts(texts);
  const video = useRef<HTMLVideoElement>(null);
  const [frozen, setFrozen] = useState<MediaStreamTrack | null>(null);
  const [inSight, setInSight] = useState(0);
  const { points, seen, selected, select } = visit;
  const track = live.state.type === 'open' ? live.state.track : null;
  // A frozen picture is lost when its track stops or is interrupted: then the next one is live.
  if (frozen && frozen !== track) setFrozen(null);
  const isFrozen = frozen !== null;
  return (
    <CameraView live={live} video={video} isFrozen={isFrozen} onLeave={onRead}>
      {vision && track && (
        <>
          <PointLayer
            vision={vision}
            video={video}
            track={track}
            points={points}
            seen={seen}
            selectedId={selected?.contentId ?? null}
            isFrozen={isFrozen}
            onSelect={select}
            onSight={setInSight}
            onCrash={onCrash}
          />
          <p role="status" className={styles.status}>
            {inSight > 0 && t('inSight', { count: inSight })}
          </p>
          {!selected && (
            <Foot
              isFrozen={isFrozen}
              onFreeze={(isWanted) => setFrozen(isWanted ? track : null)}
              onList={onList}
              onShare={onShare}
            >
              {inSight === 0 && !isFrozen && <Hint modelId={modelId} points={points} />}
              <CameraZoom live={live} />
            </Foot>
          )}
        </>
      )}
    </CameraView>
  );
}
