import { IconBuilding, IconGripVertical, IconPhoto } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import styles from './menu-tree.module.css';
import { type Entry, find, move, type Place, type Step, stepPlace } from './model/tree';
import { texts } from './texts';
import { useTitleOf } from './use-title-of';
import { type Drop, useTreeDrag } from './use-tree-drag';

interface TreeProps {
  readonly items: readonly Entry[];
  readonly chosenKey: string | null;
  readonly onChoose: (key: string) => void;
  readonly onMove: (items: readonly Entry[], moved: Entry) => void;
}

const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** All keys in the order in which they are shown. */
const keysOf = (items: readonly Entry[]): readonly string[] =>
  items.flatMap(({ key, items: below }) => [key, ...keysOf(below)]);

/** The menu as a tree: arrow keys move the focus, with Alt they move the entry; the handle is dragged. */
export function MenuTree({ items, chosenKey, onChoose, onMove }: TreeProps) {
  const t = useTexts(texts);
  const tree = useRef<HTMLUListElement>(null);
  const moveTo = (key: string, place: Place) => {
    const found = find(items, key);
    const moved = move(items, key, place);
    if (found && moved !== items) onMove(moved, found.entry);
  };
  const { drop, dragged, handleProps } = useTreeDrag(items, tree, moveTo);
  // An entry below another parent is another element: the focus follows it.
  const focused = useRef<string | null>(null);
  const focus = (key: string | undefined) =>
    key !== undefined && tree.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  useLayoutEffect(() => {
    if (focused.current !== null) focus(focused.current);
    focused.current = null;
  }, [items]);
  const keys = keysOf(items);
  const focusable = chosenKey !== null && keys.includes(chosenKey) ? chosenKey : keys[0];

  function handleKey(event: KeyboardEvent, key: string) {
    const step = STEPS[event.key];
    if (event.altKey && step) {
      event.preventDefault();
      const place = stepPlace(items, key, step);
      if (!place) return;
      focused.current = key;
      moveTo(key, place);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      focus(keys[keys.indexOf(key) + (event.key === 'ArrowDown' ? 1 : -1)]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(key);
    }
  }

  const row = { chosenKey, focusable, drop, dragged, handleProps, onChoose, onKey: handleKey };
  return (
    <>
      <p id="menu-tree-help" className="visually-hidden">
        {t('treeHelp')}
      </p>
      <ul ref={tree} role="tree" aria-label={t('tree')} aria-describedby="menu-tree-help" className={styles.tree}>
        {items.map((entry) => (
          <Row key={entry.key} entry={entry} level={1} {...row} />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly entry: Entry;
  readonly level: number;
  readonly chosenKey: string | null;
  readonly focusable: string | undefined;
  readonly drop: Drop | null;
  readonly dragged: string | null;
  readonly handleProps: ReturnType<typeof useTreeDrag>['handleProps'];
  readonly onChoose: (key: string) => void;
  readonly onKey: (event: KeyboardEvent, key: string) => void;
}

function Row({ entry, level, ...row }: RowProps) {
  const t = useTexts(texts);
  const titleOf = useTitleOf();
  const { key, items, imageUrl, visibility, title } = entry;
  const missing = (['en', 'it'] as const).filter((language) => title[language].trim() === '');
  const zone = row.drop?.key === key ? row.drop.zone : undefined;
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={items.length > 0 ? true : undefined}
      aria-selected={row.chosenKey === key}
      aria-label={titleOf(entry)}
      data-key={key}
      tabIndex={row.focusable === key ? 0 : -1}
      className={styles.item}
      onClick={(event) => {
        event.stopPropagation();
        row.onChoose(key);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        row.onKey(event, key);
      }}
    >
      <div className={styles.row} data-row={key} data-drop={zone} data-dragged={row.dragged === key || undefined}>
        <span
          aria-hidden="true"
          className={styles.handle}
          title={t('drag', { title: titleOf(entry) })}
          {...row.handleProps(key)}
        >
          <IconGripVertical {...icon} />
        </span>
        <span className={styles.picture}>
          {imageUrl === null ? <IconPhoto {...icon} /> : <img src={imageUrl} alt="" loading="lazy" />}
        </span>
        <span className={styles.words}>
          <span className={styles.title} dir="auto">
            {titleOf(entry)}
          </span>
          <span className={styles.line}>
            {entry.id === null && <span className={styles.isNew}>{t('isNew')}</span>}
            {missing.map((language) => (
              <span key={language} className={styles.missing}>
                {t('noLanguage', { language: t(language === 'en' ? 'english' : 'italian') })}
              </span>
            ))}
            {visibility === 'company' && (
              <span className={styles.company}>
                <IconBuilding size={14} stroke={1.75} aria-hidden="true" /> {t('company')}
              </span>
            )}
            {entry.contentsCount > 0 && <span>{t('contents', { count: entry.contentsCount })}</span>}
          </span>
        </span>
      </div>
      {items.length > 0 && (
        // Its items are those of the tree.
        <ul role="group" className={styles.below}>
          {items.map((below) => (
            <Row key={below.key} entry={below} level={level + 1} {...row} />
          ))}
        </ul>
      )}
    </li>
  );
}
