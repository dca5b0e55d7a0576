import { IconX } from '@tabler/icons-react';
import type { CameraInUse } from '../../shared/camera/use-live-camera';
import { IconButton } from '../controls/IconButton';
import styles from './camera-head.module.css';
import { CameraButtons } from './CameraControls';

interface CameraHeadProps {
  readonly title: string;
  /** Under the title. */
  readonly line?: string | undefined;
  readonly leaveLabel: string;
  readonly onLeave: () => void;
  /** Null: what is shown is not the camera's. */
  readonly live: CameraInUse | null;
}

/** The head of a screen that the camera fills. */
export const CameraHead = ({ title, line, leaveLabel, onLeave, live }: CameraHeadProps) => (
  <header className={styles.head}>
    <IconButton
      isField
      label={leaveLabel}
      icon={<IconX size={24} stroke={1.75} aria-hidden="true" />}
      className={styles.leave}
      onClick={onLeave}
    />
    <div className={styles.title}>
      <h1>{title}</h1>
      {line !== undefined && <p>{line}</p>}
    </div>
    {live && <CameraButtons live={live} />}
  </header>
);
