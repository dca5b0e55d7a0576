import type { Snapshot } from '@earth/calls';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { Question } from '../../../ui/overlay/Question';
import { texts } from '../texts';
import styles from './strip.module.css';

interface DiscardSnapshotProps {
  readonly snapshot: Snapshot;
  readonly onDiscard: () => void;
}

/** Removes a snapshot that was not saved; asks first if there is a picture to lose. */
export function DiscardSnapshot({ snapshot: { number, url }, onDiscard }: DiscardSnapshotProps) {
  const say = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <button
        type="button"
        className={styles.discard}
        aria-label={say('discardSnapshot', { number })}
        onClick={() => (url === null ? onDiscard() : setAsking(true))}
      >
        <IconX size={16} stroke={2} />
      </button>
      <Question
        isOpen={isAsking}
        title={say('discardQuestion', { number })}
        yes={say('discard')}
        isDanger
        onYes={onDiscard}
        onClose={close}
      >
        <p>{say('discardLine')}</p>
      </Question>
    </>
  );
}
