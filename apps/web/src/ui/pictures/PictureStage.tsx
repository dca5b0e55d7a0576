import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { DragEvent, ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../controls/IconButton';
import styles from './PictureStage.module.css';
import { texts } from '../texts';
import { useWindowShortcuts } from '../overlay/use-window-keys';
import { useZoom } from './use-zoom';
import { SCALE_MAX } from './zoom';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Prevents the browser's own drag and drop of the image. */
const keepPicture = (event: DragEvent) => event.preventDefault();

interface PictureStageProps {
  /** Number of the picture, from 1. */
  readonly number: number;
  readonly count: number;
  readonly onGo: (by: -1 | 1) => void;
  /** Renders the picture for this scale. */
  readonly children: (scale: number) => ReactNode;
}

/** One of several pictures in the full screen viewer: swiping or the arrow keys change the picture, pinching zooms. */
export function PictureStage({ number, count, onGo, children }: PictureStageProps) {
  const t = useTexts(texts);
  const isThere = (by: -1 | 1) => number + by >= 1 && number + by <= count;
  const { view, enlarge, reduce, reset, handlers } = useZoom((by) => {
    if (isThere(by)) onGo(by);
  });
  function go(by: -1 | 1) {
    if (!isThere(by)) return;
    reset();
    onGo(by);
  }
  useWindowShortcuts({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': enlarge,
    '=': enlarge,
    '-': reduce,
  });
  return (
    <>
      <div {...handlers} role="presentation" className={styles.stage} onDragStart={keepPicture}>
        <div
          className={styles.moved}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          data-scale={view.scale}
        >
          {children(view.scale)}
        </div>
      </div>
      <footer className={styles.foot}>
        <IconButton
          label={t('previous')}
          icon={<IconChevronLeft {...icon} />}
          tipPosition="top"
          aria-disabled={number === 1}
          onClick={() => go(-1)}
        />
        <IconButton
          label={t('smaller')}
          icon={<IconZoomOut {...icon} />}
          tipPosition="top"
          aria-disabled={view.scale === 1}
          onClick={reduce}
        />
        <IconButton
          label={t('larger')}
          icon={<IconZoomIn {...icon} />}
          tipPosition="top"
          aria-disabled={view.scale >= SCALE_MAX}
          onClick={enlarge}
        />
        <IconButton
          label={t('next')}
          icon={<IconChevronRight {...icon} />}
          tipPosition="top"
          aria-disabled={number === count}
          onClick={() => go(1)}
        />
      </footer>
    </>
  );
}
