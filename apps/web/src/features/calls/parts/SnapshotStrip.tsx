import type { Snapshot } from '@earth/calls';
import { IconCameraPlus, IconLock, IconPhotoOff } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { flyTo } from '../logic/flight';
import { type CallText, texts } from '../texts';
import styles from './strip.module.css';

/** The same before and after it is stored. */
const keyOf = ({ pic }: Snapshot) => pic.clientId ?? pic.uniqueId;

const tileNames: Readonly<Record<Snapshot['state'], CallText>> = {
  ready: 'snapshotNumber',
  loading: 'snapshotNumber',
  saving: 'snapshotSaving',
  failed: 'snapshotFailed',
  unreadable: 'snapshotUnreadable',
};

interface TileProps {
  readonly snapshot: Snapshot;
  readonly isSelected: boolean;
  /** It does not fly in. */
  readonly wasThere: boolean;
  /** Where the picture was seen. */
  readonly from: RefObject<Element | null>;
  readonly onSelect: () => void;
  /** It is pointed at, or reached by Tab. */
  readonly onLook: () => void;
}

function Tile({ snapshot, isSelected, wasThere, from, onSelect, onLook }: TileProps) {
  const say = useTexts(texts);
  const tile = useRef<HTMLButtonElement>(null);
  const hasFlown = useRef(wasThere);
  const { url, state, number } = snapshot;
  useLayoutEffect(() => {
    if (hasFlown.current || !url || !tile.current) return;
    hasFlown.current = true;
    tile.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    flyTo(tile.current, from.current, url);
  }, [url, from]);
  const name = state === 'ready' && isSelected ? say('snapshotOf', { number }) : say(tileNames[state], { number });
  return (
    <button
      ref={tile}
      type="button"
      className={styles.tile}
      data-testid="snapshot"
      data-state={state}
      aria-label={snapshot.isNew ? `${name}, ${say('newMark')}` : name}
      aria-current={isSelected || undefined}
      disabled={state !== 'ready'}
      onClick={onSelect}
      onPointerEnter={onLook}
      onFocus={onLook}
    >
      <span className={styles.picture}>
        {url && <img src={url} alt="" />}
        {state === 'failed' && <IconPhotoOff size={20} stroke={1.75} />}
        {state === 'unreadable' && <IconLock size={20} stroke={1.75} />}
      </span>
      <span className={styles.number}>{number}</span>
      {state === 'failed' && <span className={styles.bad}>{say('notSaved')}</span>}
      {state === 'unreadable' && <span className={styles.bad}>{say('notReadable')}</span>}
      {state === 'ready' && snapshot.isNew && <span className={styles.fresh}>{say('newMark')}</span>}
    </button>
  );
}

export interface SnapshotStripProps {
  readonly snapshots: readonly Snapshot[];
  readonly selectedPicId: string | null;
  readonly unseen: number;
  readonly canTake: boolean;
  readonly from: RefObject<Element | null>;
  readonly onTake: () => void;
  readonly onSelect: (picId: string) => void;
  readonly onSeen: () => void;
  /** The tile that takes one stands first under a thumb, last at a desk; there it names its key. */
  readonly layout: 'phone' | 'desk';
}

/** The snapshots of the call in a row, and the way to another one. */
export function SnapshotStrip(props: SnapshotStripProps) {
  const { snapshots, selectedPicId, unseen, canTake, from, onTake, onSelect, onSeen, layout } = props;
  const say = useTexts(texts);
  // What was there when the strip came does not fly in.
  const [known] = useState<ReadonlySet<string>>(() => new Set(snapshots.map(keyOf)));
  const look = () => {
    if (unseen > 0) onSeen();
  };
  const take = (
    <button
      type="button"
      className={styles.take}
      disabled={!canTake}
      aria-label={say('takeSnapshot')}
      aria-keyshortcuts={layout === 'desk' ? 'S' : undefined}
      onClick={onTake}
    >
      <IconCameraPlus size={24} stroke={1.75} />
      <span>{layout === 'desk' ? 'S' : say('snapshot')}</span>
    </button>
  );
  return (
    <section
      className={styles.strip}
      data-layout={layout}
      aria-label={unseen > 0 ? say('snapshotsNew', { count: unseen }) : say('snapshots')}
    >
      {layout === 'phone' && take}
      {snapshots.map((snapshot) => (
        <Tile
          key={keyOf(snapshot)}
          snapshot={snapshot}
          isSelected={snapshot.pic.uniqueId === selectedPicId}
          wasThere={known.has(keyOf(snapshot))}
          onLook={look}
          from={from}
          onSelect={() => onSelect(snapshot.pic.uniqueId)}
        />
      ))}
      {layout === 'desk' && take}
    </section>
  );
}
