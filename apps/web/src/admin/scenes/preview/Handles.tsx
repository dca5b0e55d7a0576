import { IconArrowsVertical, IconResize, IconRotate2 } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { type Grip, handleOf, type Place } from '../model/grips';
import type { OrbitStage } from '../model/orbit-stage';
import { texts } from '../texts';
import styles from './preview.module.css';
import { useGrip } from './use-grip';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const HANDLES = [
  ['height', <IconArrowsVertical key="height" {...icon} />],
  ['size', <IconResize key="size" {...icon} />],
  ['turn', <IconRotate2 key="turn" {...icon} />],
] as const;

interface HandlesProps {
  readonly stage: OrbitStage;
  readonly preview: () => Element | null;
  readonly item: Place;
  readonly onMove: (place: Partial<Place>) => void;
  readonly onEnd: () => void;
}

interface HandleProps extends HandlesProps {
  readonly grip: Exclude<Grip, 'place'>;
  readonly children: React.ReactNode;
}

function Handle({ grip, children, ...props }: HandleProps) {
  const t = useTexts(texts);
  const { stage, item } = props;
  const handle = useRef<HTMLButtonElement>(null);
  const held = useGrip(grip, props);
  const draw = useEffectEvent(() => {
    const pixel = stage.pixelOf(handleOf(grip, item));
    if (handle.current && pixel) handle.current.style.transform = `translate(${pixel[0]}px, ${pixel[1]}px)`;
  });
  useEffect(() => stage.onDraw(() => draw()), [stage]);
  return (
    <button ref={handle} type="button" className={styles.handle} aria-label={t(`grip_${grip}`)} {...held}>
      <span className={styles.knob}>{children}</span>
    </button>
  );
}

/** By these the chosen item is lifted, made larger and turned. */
export const Handles = (props: HandlesProps) =>
  HANDLES.map(([grip, picture]) => (
    <Handle key={grip} grip={grip} {...props}>
      {picture}
    </Handle>
  ));
