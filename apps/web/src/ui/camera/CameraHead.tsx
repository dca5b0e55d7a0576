import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CameraInUse } from '../../shared/camera/use-live-camera';
import { IconButton } from '../controls/IconButton';
import styles from './camera-head.module.css';
import { CameraButtons } from './CameraControls';

interface CameraHeadProps {
  readonly title: string;
  /** Only for screen readers: the buttons stand on the picture alone. */
  readonly isTitleHidden?: boolean;
  /** Under the title. */
  readonly line?: string | undefined;
  readonly leaveLabel: string;
  readonly onLeave: () => void;
  /** Null: what is shown is not the camera's. */
  readonly live: CameraInUse | null;
  /** Further buttons, at its end. */
  readonly children?: ReactNode;
}

/** The head of a screen that the camera fills. */
export const CameraHead = (props: CameraHeadProps) => (
  <header className={styles.head}>
    <IconButton
      isField
      label={props.leaveLabel}
      icon={<IconX size={24} stroke={1.75} aria-hidden="true" />}
      className={styles.leave}
      onClick={props.onLeave}
    />
    <div className={props.isTitleHidden ? styles.hiddenTitle : styles.title}>
      <h1>{props.title}</h1>
      {props.line !== undefined && <p>{props.line}</p>}
    </div>
    {props.live && <CameraButtons live={props.live} />}
    {props.children}
  </header>
);
