import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../app/i18n';
import { FullScreen, FullScreenHead } from '../../ui/FullScreen';
import { IconButton } from '../../ui/IconButton';
import { ContentImage } from './ContentImage';
import type { Photo } from './Gallery';
import styles from './gallery.module.css';
import { SCALE_MAX } from './logic/zoom';
import { texts } from './texts';
import { useZoom } from './use-zoom';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Keys, wherever the focus is: the dialog's own frame takes none. */
function useKeys(acts: Readonly<Record<string, () => void>>) {
  const onKey = useEffectEvent(({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    // With these the browser makes the whole page larger.
    if (!ctrlKey && !metaKey) acts[key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

interface StageProps {
  readonly photo: Photo;
  readonly number: number;
  readonly count: number;
  readonly onGo: (by: -1 | 1) => void;
}

function Stage({ photo, number, count, onGo }: StageProps) {
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
  useKeys({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': enlarge,
    '=': enlarge,
    '-': reduce,
  });
  const values = { number, count };
  return (
    <>
      <div {...handlers} role="presentation" className={styles.stage}>
        <div
          key={photo.url}
          className={styles.moved}
          style={{ transform: `translate(${look.x}px, ${look.y}px) scale(${look.scale})` }}
          data-scale={look.scale}
        >
          <ContentImage
            picture={photo.picture}
            url={photo.url}
            alt={t('picture', values)}
            missing={t('pictureMissing', values)}
            sizes={`${Math.round(look.scale * 100)}vw`}
            isWhole
            isFirst
          />
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

interface PhotoBrowserProps {
  readonly photos: readonly Photo[];
  readonly shown: number;
  readonly onShow: (index: number | null) => void;
}

/** One picture over everything; a stroke or the arrow keys go to the others, Esc comes back. */
export function PhotoBrowser({ photos, shown, onShow }: PhotoBrowserProps) {
  const t = useTexts(texts);
  const photo = photos[shown];
  const close = () => onShow(null);
  const count = photos.length;
  return (
    <FullScreen isOpen={photo !== undefined} onClose={close} label={t('gallery')}>
      <FullScreenHead line={t('picture', { number: shown + 1, count })} onClose={close}>
        {null}
      </FullScreenHead>
      {photo && <Stage photo={photo} number={shown + 1} count={count} onGo={(by) => onShow(shown + by)} />}
    </FullScreen>
  );
}
