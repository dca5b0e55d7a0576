import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { DragEvent, ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../controls/IconButton';
import styles from './PictureStage.module.css';
import { texts } from '../texts';
import { useWindowKeys } from '../overlay/use-window-keys';
import { useZoom } from './use-zoom';
import { SCALE_MAX } from './zoom';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** The browser would drag the file away, where the picture is to be moved. */
const keepPicture = (event: DragEvent) => event.preventDefault();

interface PictureStageProps {
  /** Of the picture, from 1 on. */
  readonly number: number;
  readonly count: number;
  readonly onGo: (by: -1 | 1) => void;
  /** The picture, as it is to be shown so many times as large. */
  readonly children: (scale: number) => ReactNode;
}

/** One of several pictures in the full screen: a stroke or the arrow keys go to the others, and it can be made larger. */
export function PictureStage({ number, count, onGo, children }: PictureStageProps) {
  const t = useTexts(texts);
  const isThere = (by: -1 | 1) => number + by >= 1 && number + by <= count;
  const { look, enlarge, reduce, reset, handlers } = useZoom((by) => {
    if (isThere(by)) onGo(by);
  });
  function go(by: -1 | 1) {
    if (!isThere(by)) return;
    reset();
    onGo(by);
  }
  useWindowKeys({
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
          style={{ transform: `translate(${look.x}px, ${look.y}px) scale(${look.scale})` }}
          data-scale={look.scale}
        >
          {children(look.scale)}
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
          aria-disabled={look.scale === 1}
          onClick={reduce}
        />
        <IconButton
          label={t('larger')}
          icon={<IconZoomIn {...icon} />}
          tipPosition="top"
          aria-disabled={look.scale >= SCALE_MAX}
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
