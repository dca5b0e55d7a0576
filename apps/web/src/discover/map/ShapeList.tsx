import { IconSearchOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { formatDistance } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { QuietButton } from '../../ui/controls/Button';
import { Empty } from '../../ui/feedback/Notice';
import type { ListedShape } from './model/listed';
import type { LayerKind } from './model/shape-details';
import styles from './maps.module.css';
import { texts } from './texts';

/** Estimated height before measuring, px. */
const ENTRY_HEIGHT = 64;

/** The default titles of shapes. */
export const NAMELESS = { parks: 'aPark', mobility: 'aRoad', dogs: 'aDogArea', other: 'aPlace' } as const;

interface EntryProps {
  readonly entry: ListedShape;
  readonly kind: LayerKind;
  readonly onChoose: (shapeId: number) => void;
}

function Entry({ entry: { shape, title, line, metres }, kind, onChoose }: EntryProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  // Many roads share network and scope (the title, D3.40), so the list tells them apart by their own names.
  const [name, below] = kind === 'mobility' && line !== null ? [line, title] : [title, line];
  return (
    <button type="button" className={styles.entry} onClick={() => onChoose(shape.id)}>
      <span className={styles.words}>
        <span className={styles.name}>{name ?? t(NAMELESS[kind])}</span>
        {below && <span className={styles.line}>{below}</span>}
      </span>
      {metres !== null && <span className={styles.line}>{formatDistance(metres, language)}</span>}
    </button>
  );
}

interface ShapeListProps {
  readonly all: readonly ListedShape[];
  /** Those that match the search. */
  readonly shown: readonly ListedShape[];
  readonly kind: LayerKind;
  readonly skipped: number;
  readonly onChoose: (shapeId: number) => void;
  readonly onClear: () => void;
}

/** The shapes as a list, for keyboard and screen reader. Virtualized. */
export function ShapeList({ all, shown, kind, skipped, onChoose, onClear }: ShapeListProps) {
  const t = useTexts(texts);
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    estimateSize: () => ENTRY_HEIGHT,
    getItemKey: (index) => shown[index]?.shape.id ?? index,
    getScrollElement: () => list.current?.parentElement ?? null,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: 6,
  });
  const icon = <IconSearchOff size={40} stroke={1.75} aria-hidden="true" />;
  return (
    <>
      <p className={styles.count} aria-live="polite">
        {t(kind, { count: shown.length })}
      </p>
      {skipped > 0 && <p className={styles.count}>{t('skipped', { count: skipped })}</p>}
      {all.length === 0 && <Empty icon={icon} title={t('noShapes')} line={t('noShapesLine')} />}
      {all.length > 0 && shown.length === 0 && (
        <Empty icon={icon} title={t('noMatch')} line={t('noMatchLine')}>
          <QuietButton onClick={onClear}>{t('clearSearch')}</QuietButton>
        </Empty>
      )}
      <div ref={list} role="list" className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const entry = shown[index];
          return (
            entry && (
              <div
                key={key}
                role="listitem"
                aria-posinset={index + 1}
                aria-setsize={shown.length}
                data-index={index}
                ref={virtualizer.measureElement}
                className={styles.item}
                style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              >
                <Entry entry={entry} kind={kind} onChoose={onChoose} />
              </div>
            )
          );
        })}
      </div>
    </>
  );
}
