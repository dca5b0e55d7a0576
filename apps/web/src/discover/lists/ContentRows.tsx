import type { ContentItem } from '@earth/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ContentRow } from './ContentRow';
import styles from './contents.module.css';

export interface CardStyle {
  readonly Card: ComponentType<{ readonly item: ContentItem; readonly isFirst: boolean }>;
  /** Estimated height before measuring, px. */
  readonly height: number;
  /** The number of columns. */
  readonly lanes: number;
  /** Horizontal padding, px. */
  readonly inset: number;
}

const ROW: CardStyle = { Card: ContentRow, height: 129, lanes: 1, inset: 0 };
/** The next page is fetched this many rows before the end. */
const AHEAD = 6;

interface ContentRowsProps {
  readonly items: readonly ContentItem[];
  readonly label: string;
  readonly onNearEnd?: () => void;
  readonly card?: CardStyle | undefined;
}

/** Virtualized list in the page's scroll container. */
export function ContentRows({ items, label, onNearEnd, card = ROW }: ContentRowsProps) {
  const { Card, height, lanes, inset } = card;
  const width = `(100% - ${2 * inset}px) / ${lanes}`;
  const place = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(0);
  const noteStart = () => setStart(place.current?.offsetTop ?? 0);
  useLayoutEffect(noteStart, []);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => place.current?.closest('main') ?? null,
    // Estimated until measured: otherwise the first rows would all appear one frame later.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    estimateSize: () => height,
    lanes,
    getItemKey: (index) => items[index]?.content.id ?? index,
    overscan: 4,
    scrollMargin: start,
    // The height of the content above may change.
    onChange: noteStart,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const isNearEnd = last >= items.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd, items.length]);
  return (
    <div
      ref={place}
      role="list"
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
      className={styles.rows}
    >
      {rows.map(({ index, key, start: top, lane }) => {
        const item = items[index];
        return (
          item && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.place}
              style={{
                transform: `translateY(${top - start}px)`,
                left: `calc(${inset}px + ${lane} * ${width})`,
                width: `calc(${width})`,
              }}
            >
              <Card item={item} isFirst={index < 4} />
            </div>
          )
        );
      })}
    </div>
  );
}
