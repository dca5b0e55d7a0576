import { IconList, IconMap } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import styles from './maps.module.css';
import { texts } from './texts';

/** Shorter movements count as a tap. */
const DRAG_PX = 24;

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface SheetProps {
  readonly isLarge: boolean;
  readonly onLarge: (isLarge: boolean) => void;
  /** The height in px by which it covers the map. */
  readonly onHeight: (height: number) => void;
  /** Offers the list and the map by a button with words; false: what is open has its own actions there. */
  readonly hasToggle: boolean;
  readonly children: ReactNode;
}

/** Bottom sheet on a phone, which can be dragged up; a side column on a desktop, and on a phone on its side. */
export function Sheet({ isLarge, onLarge, onHeight, hasToggle, children }: SheetProps) {
  const t = useTexts(texts);
  const ref = useRef<HTMLElement>(null);
  const from = useRef(0);
  const isDragged = useRef(false);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && onHeight(entry.contentRect.height));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [onHeight]);
  function begin({ clientY, pointerId, currentTarget }: PointerEvent) {
    from.current = clientY;
    currentTarget.setPointerCapture(pointerId);
  }
  function end({ clientY }: PointerEvent) {
    const moved = clientY - from.current;
    isDragged.current = Math.abs(moved) >= DRAG_PX;
    if (isDragged.current) onLarge(moved < 0);
  }
  /** A tap or a key. The click after a drag is ignored. */
  function toggle() {
    if (!isDragged.current) onLarge(!isLarge);
    isDragged.current = false;
  }
  return (
    <section ref={ref} className={styles.sheet} data-large={isLarge} aria-label={t('map')}>
      <button
        type="button"
        className={styles.handle}
        aria-label={t(isLarge ? 'smaller' : 'larger')}
        aria-expanded={isLarge}
        onPointerDown={begin}
        onPointerUp={end}
        onClick={toggle}
      />
      <div className={styles.sheets}>{children}</div>
      {hasToggle && (
        <button type="button" className={styles.toggle} onClick={() => onLarge(!isLarge)}>
          {isLarge ? <IconMap {...icon} /> : <IconList {...icon} />}
          {t(isLarge ? 'showMap' : 'showList')}
        </button>
      )}
    </section>
  );
}
