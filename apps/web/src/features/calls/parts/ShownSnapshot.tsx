import type { Snapshot } from '@earth/calls';
import { useTexts } from '../../../app/i18n';
import { texts } from '../texts';
import styles from './shown.module.css';

/** A snapshot on the stage: whole, and nothing over it. */
export function ShownSnapshot({ snapshot }: { readonly snapshot: Snapshot }) {
  const say = useTexts(texts);
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
      className={styles.shown}
      data-testid="selected-snapshot"
      src={url}
      alt={say('snapshotNumber', { number })}
      draggable={false}
    />
  );
}
