import type { Snapshot } from '@earth/calls';
import { useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { texts } from '../texts';
import { shapeOf } from './fitted';
import styles from './picture.module.css';

/** A snapshot on the stage: whole, and nothing over it. */
export function ShownSnapshot({ snapshot }: { readonly snapshot: Snapshot }) {
  const say = useTexts(texts);
  const [ratio, setRatio] = useState(4 / 3);
  const { url, number, state } = snapshot;
  if (!url) {
    return (
      <p className={styles.loading}>
        {state === 'unreadable' ? say('snapshotUnreadable', { number }) : say('loadingPicture')}
      </p>
    );
  }
  return (
    <img
      className={styles.fitted}
      data-testid="selected-snapshot"
      src={url}
      alt={say('snapshotNumber', { number })}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
      style={shapeOf(ratio)}
    />
  );
}
