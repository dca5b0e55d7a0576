import type { Snapshot } from '@earth/calls';
import { IconAlertTriangle, IconCameraPlus, IconLock, IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { texts as appTexts } from '../../../shared/texts';
import { Tip } from '../../../ui/overlay/Tip';
import { flyTo } from '../model/flight';
import type { InCallModel } from '../screens/use-in-call';
import { type CallText, texts } from '../texts';
import { DiscardSnapshot } from './DiscardSnapshot';
import styles from './strip.module.css';
import { canPress, canRetry, focusBeside, keyOf, STRIP_ID, tileId } from './strip-tiles';

const tileNames: Readonly<Record<Snapshot['state'], CallText>> = {
  ready: 'snapshotNumber',
  loading: 'snapshotNumber',
  saving: 'snapshotSaving',
  failed: 'snapshotFailed',
  notLoaded: 'snapshotNotLoaded',
  unreadable: 'snapshotUnreadable',
  notGenuine: 'snapshotNumber',
};

/** The text on a tile without a correct picture. */
const badWords: Readonly<Partial<Record<Snapshot['state'], CallText>>> = {
  failed: 'notSaved',
  notLoaded: 'notLoaded',
  unreadable: 'notReadable',
  notGenuine: 'notReadable',
};

interface TileProps {
  readonly snapshot: Snapshot;
  readonly isSelected: boolean;
  /** The tile is not animated. */
  readonly wasThere: boolean;
  /** The element of the live picture, from which the animation starts. */
  readonly from: RefObject<Element | null>;
  readonly onSelect: () => void;
  readonly onRetry: () => void;
  /** Removes a snapshot that was not saved. */
  readonly onDiscard: () => void;
  /** Hovered, or focused. */
  readonly onLook: () => void;
}

function Tile({ snapshot, isSelected, wasThere, from, onSelect, onRetry, onDiscard, onLook }: TileProps) {
  const say = useTexts(texts);
  const tApp = useTexts(appTexts);
  const tile = useRef<HTMLButtonElement>(null);
  const hasFlown = useRef(wasThere);
  const { state, number, takenBy } = snapshot;
  const picture = snapshot.preview ?? snapshot.url;
  useLayoutEffect(() => {
    if (hasFlown.current || !picture || !tile.current) return;
    hasFlown.current = true;
    flyTo(tile.current, from.current, picture);
  }, [picture, from]);
  const isRetry = canRetry(snapshot);
  const bad = badWords[state];
  const name = state === 'ready' && isSelected ? say('snapshotOf', { number }) : say(tileNames[state], { number });
  const marks = [
    state === 'ready' && takenBy,
    state === 'notGenuine' && tApp('notGenuine'),
    snapshot.isNew && say('newMark'),
    isRetry && say('tryAgain'),
  ];
  const label = [name, ...marks].filter(Boolean).join(', ');
  return (
    <div className={styles.place}>
      <Tip words={label} position="top">
        <button
          ref={tile}
          id={tileId(snapshot)}
          type="button"
          className={styles.tile}
          data-testid="snapshot"
          data-state={state}
          aria-label={label}
          aria-current={isSelected || undefined}
          disabled={!canPress(snapshot)}
          onClick={isRetry ? onRetry : onSelect}
          onPointerEnter={onLook}
          onFocus={onLook}
        >
          <span className={styles.picture}>
            {picture && <img src={picture} alt="" decoding="async" />}
            {isRetry && <IconRefresh size={20} stroke={1.75} />}
            {state === 'failed' && !isRetry && <IconPhotoOff size={20} stroke={1.75} />}
            {state === 'unreadable' && <IconLock size={20} stroke={1.75} />}
            {state === 'notGenuine' && <IconAlertTriangle size={20} stroke={1.75} />}
          </span>
          <span className={styles.number}>{number}</span>
          {bad && <span className={styles.bad}>{say(bad)}</span>}
          {state === 'ready' && snapshot.isNew && <span className={styles.fresh}>{say('newMark')}</span>}
        </button>
      </Tip>
      {state === 'failed' && <DiscardSnapshot snapshot={snapshot} onDiscard={onDiscard} />}
    </div>
  );
}

interface SnapshotStripProps {
  readonly model: InCallModel;
  /** The element of the live picture. */
  readonly from: RefObject<Element | null>;
  /** The last tile takes a snapshot. */
  readonly layout: 'phone' | 'desk';
}

/** The snapshots of the call in a row, with a tile to take another one. */
export function SnapshotStrip({ model, from, layout }: SnapshotStripProps) {
  const { view, actions, shown, canTake, take, select } = model;
  const { snapshots, unseenPics } = view;
  const say = useTexts(texts);
  // Snapshots that were there when the strip was mounted are not animated.
  const [known] = useState<ReadonlySet<string>>(() => new Set(snapshots.map(keyOf)));
  const discard = (picId: string) => {
    void actions.deletePic(picId);
    focusBeside(snapshots, picId);
  };
  const look = () => {
    if (unseenPics > 0) actions.markPicsSeen();
  };
  const snapshotTile = (
    <button
      type="button"
      className={styles.take}
      disabled={!canTake}
      aria-label={say('takeSnapshot')}
      aria-keyshortcuts={layout === 'desk' ? 'S' : undefined}
      onClick={take}
    >
      <IconCameraPlus size={24} stroke={1.75} />
      <span>{say('snapshot')}</span>
    </button>
  );
  // The newest snapshots, and the tile that takes another one, are in sight first.
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element) element.scrollLeft = element.scrollWidth;
  }, [snapshots.length]);
  const shownTile = shown && tileId(shown);
  useLayoutEffect(() => {
    if (shownTile) document.getElementById(shownTile)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shownTile]);
  const failed = snapshots.findLast(({ state }) => state === 'failed' || state === 'notLoaded');
  return (
    <>
      <section
        ref={strip}
        id={STRIP_ID}
        tabIndex={-1}
        className={styles.strip}
        data-layout={layout}
        aria-label={unseenPics > 0 ? say('snapshotsNew', { count: unseenPics }) : say('snapshots')}
      >
        {snapshots.map((snapshot) => (
          <Tile
            key={keyOf(snapshot)}
            snapshot={snapshot}
            isSelected={snapshot === shown}
            wasThere={known.has(keyOf(snapshot))}
            onLook={look}
            from={from}
            onSelect={() => select(snapshot.pic.uniqueId)}
            onRetry={() => actions.retryPic(snapshot.pic.uniqueId)}
            onDiscard={() => discard(snapshot.pic.uniqueId)}
          />
        ))}
        {snapshotTile}
      </section>
      <p role="status" className="visually-hidden">
        {failed && say(tileNames[failed.state], { number: failed.number })}
      </p>
    </>
  );
}
