import type { Snapshot } from '@earth/calls';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { NotGenuine } from '../../../ui/feedback/NotGenuine';
import { UnprotectedPicture } from '../../../ui/feedback/Unprotected';
import { QuietButton } from '../../../ui/controls/Button';
import { texts } from '../texts';
import { shapeOf } from './fitted';
import styles from './picture.module.css';

interface ShownSnapshotProps {
  readonly snapshot: Snapshot;
  readonly onRetry: (picId: string) => void;
}

/** A snapshot on the stage, whole and uncovered. */
export function ShownSnapshot({ snapshot, onRetry }: ShownSnapshotProps) {
  const say = useTexts(texts);
  const [ratio, setRatio] = useState(4 / 3);
  const { pic, url, number, state } = snapshot;
  if (state === 'notLoaded') {
    return (
      <div className={styles.loading}>
        <p>{say('snapshotNotLoaded', { number })}</p>
        <QuietButton onClick={() => onRetry(pic.uniqueId)}>{say('tryAgain')}</QuietButton>
      </div>
    );
  }
  if (state === 'unreadable') return <p className={styles.loading}>{say('snapshotUnreadable', { number })}</p>;
  if (state === 'notGenuine')
    return (
      <p className={styles.loading}>
        <NotGenuine isOnDark />
      </p>
    );
  if (!url) return <p className={styles.loading}>{say('loadingPicture')}</p>;
  return (
    <>
      <UnprotectedPicture scheme={pic.cryptoSchema} />
      <img
        className={styles.fitted}
        data-testid="selected-snapshot"
        src={url}
        alt={say('snapshotNumber', { number })}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
        style={shapeOf(ratio)}
      />
    </>
  );
}
