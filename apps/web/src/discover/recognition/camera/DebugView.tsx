import type { RecognitionMode } from '@earth/contracts';
import type { DeviceState } from '../offline/use-device-search';
import styles from './recognition-camera.module.css';

interface DebugViewProps {
  readonly track: MediaStreamTrack | null;
  readonly sharpness: number | null;
  readonly tolerance: number;
  readonly mode: RecognitionMode;
  readonly device: DeviceState['type'];
}

/** What the camera goes by, in builds with the debug setting. For those who set it up, so in no language. */
export function DebugView({ track, sharpness, tolerance, mode, device }: DebugViewProps) {
  const { width = 0, height = 0, frameRate = 0 } = track?.getSettings() ?? {};
  return (
    <pre className={styles.debug}>
      {[
        `${width} × ${height} · ${Math.round(frameRate)}/s`,
        `sharpness ${sharpness === null ? '–' : Math.round(sharpness)} / ${tolerance}`,
        `mode ${mode}`,
        `device ${device}`,
      ].join('\n')}
    </pre>
  );
}
