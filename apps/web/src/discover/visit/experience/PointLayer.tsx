import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { coverOf } from '../../ar/model/placement';
import { type Vision, watchFrames } from '../../vision';
import { Sight } from '../model/sight';
import { isDark, type Mark, type VisitPoint } from '../model/visit-points';
import { texts } from '../texts';
import styles from './visit.module.css';

interface PointLayerProps {
  readonly vision: Vision;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly track: MediaStreamTrack;
  readonly points: readonly VisitPoint[];
  readonly seen: ReadonlySet<number>;
  readonly selectedId: number | null;
  /** The dots stay where they are. */
  readonly isFrozen: boolean;
  readonly onSelect: (contentId: number) => void;
  /** How many points are in sight. */
  readonly onSight: (count: number) => void;
  readonly onCrash: () => void;
}

/** Follows the views of the model in the camera's frames. */
function useSight({ vision, video, track, points, isFrozen, onCrash }: PointLayerProps) {
  const [viewId, setViewId] = useState<string | null>(null);
  const sight = useMemo(() => {
    const marks = points.flatMap((point) => point.marks);
    return new Sight((id) => marks.filter((mark) => mark.viewId === id));
  }, [points]);
  const crash = useEffectEvent(onCrash);
  useEffect(() => {
    const element = video.current;
    if (isFrozen || !element) return undefined;
    let isOver = false;
    const stop = watchFrames(element, track, async (frame) => {
      const at = performance.now();
      try {
        sight.handle(await vision.look(frame), at);
      } catch {
        if (!isOver) crash();
        return;
      }
      setViewId(sight.viewId);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [vision, video, track, sight, isFrozen]);
  return { sight, viewId };
}

/** Moves the dots with each frame of the display, without rendering. */
function useMotion(sight: Sight, isFrozen: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [dots] = useState(() => new Map<Mark, HTMLElement>());
  useEffect(() => {
    const frozenAt = isFrozen ? performance.now() : null;
    let request = requestAnimationFrame(function draw(now) {
      request = requestAnimationFrame(draw);
      const element = box.current;
      if (!element) return;
      const size = { width: element.clientWidth, height: element.clientHeight };
      const { left, top, scale } = coverOf(sight.frame, size);
      for (const [mark, dot] of dots) {
        const spot = sight.spotAt(mark, frozenAt ?? now);
        dot.style.visibility = spot ? 'visible' : 'hidden';
        if (spot) dot.style.transform = `translate(${left + scale * spot.x}px, ${top + scale * spot.y}px)`;
      }
    });
    return () => cancelAnimationFrame(request);
  }, [sight, dots, isFrozen]);
  return { box, dots };
}

/** The points of the view in sight, as dots on the live picture. */
export function PointLayer(props: PointLayerProps) {
  const t = useTexts(texts);
  const { points, seen, selectedId, isFrozen, onSelect } = props;
  const { sight, viewId } = useSight(props);
  const { box, dots } = useMotion(sight, isFrozen);
  const shown = points.flatMap((point) =>
    point.marks.filter((mark) => mark.viewId === viewId).map((mark) => ({ point, mark })),
  );
  const onSight = useEffectEvent(props.onSight);
  const count = shown.length;
  useEffect(() => onSight(count), [count]);
  return (
    <div ref={box} className={styles.layer}>
      {shown.map(({ point: { contentId, number, item }, mark }) => (
        <button
          key={`${viewId} ${contentId} ${mark.x} ${mark.y}`}
          ref={(element) => {
            if (element) dots.set(mark, element);
            return () => void dots.delete(mark);
          }}
          type="button"
          className={styles.dot}
          style={{ '--dot': mark.color, visibility: 'hidden' } as CSSProperties}
          data-dark={isDark(mark.color) || undefined}
          data-seen={seen.has(contentId) || undefined}
          aria-label={t('pointTitled', { number, title: item.content.title })}
          aria-pressed={contentId === selectedId}
          onClick={() => onSelect(contentId)}
        >
          <span>{number}</span>
        </button>
      ))}
    </div>
  );
}
