import type { Snapshot } from '@earth/calls';
import { IconButton } from '../../../ui/controls/IconButton';
import type { InCallModel } from '../screens/use-in-call';
import styles from './snapshot-actions.module.css';
import { useSnapshotActs } from './use-snapshot-acts';

interface SnapshotActionsProps {
  readonly model: InCallModel;
  readonly snapshot: Snapshot;
}

/** The actions for the snapshot on the stage, beside the strip of a desktop. On a phone they are in the menu «More». */
export function SnapshotActions({ model, snapshot }: SnapshotActionsProps) {
  const { acts, question } = useSnapshotActs(model, snapshot);
  return (
    <div className={styles.actions}>
      {acts.map(({ id, label, icon, act }) => (
        <IconButton key={id} label={label} icon={icon} tipPosition="top" onClick={act} />
      ))}
      {question}
    </div>
  );
}
