import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../../ui/controls/IconButton';
import { scaleOf, type Stage, toFrame } from './model/stage';
import styles from './stage.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Where something with the shape of the picture is in the frame. */
export function placedOnPicture(stage: Stage): CSSProperties {
  const scale = scaleOf(stage);
  const corner = toFrame(stage, { x: 0, y: 0 });
  const { width, height } = stage.picture;
  return { width: width * scale, height: height * scale, translate: `${corner.x}px ${corner.y}px` };
}

interface StageViewProps extends ComponentProps<'div'> {
  readonly imageUrl: string;
  readonly stage: Stage;
  readonly zoom: { enlarge(): void; reduce(): void };
  /** Whether what is edited is saved. */
  readonly state: ReactNode;
}

/** A picture in its frame, with what stands on it, and the buttons that zoom. */
export function StageView({ imageUrl, stage, zoom, state, children, ...frame }: StageViewProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.stage}>
      <div {...frame} className={styles.frame}>
        <img src={imageUrl} alt="" draggable={false} className={styles.picture} style={placedOnPicture(stage)} />
        {children}
      </div>
      <div className={styles.foot}>
        <p role="status" className={styles.state}>
          {state}
        </p>
        <IconButton label={t('zoomOut')} icon={<IconMinus {...icon} />} tipPosition="top" onClick={zoom.reduce} />
        <span>{Math.round(scaleOf(stage) * 100)} %</span>
        <IconButton label={t('zoomIn')} icon={<IconPlus {...icon} />} tipPosition="top" onClick={zoom.enlarge} />
      </div>
    </div>
  );
}
