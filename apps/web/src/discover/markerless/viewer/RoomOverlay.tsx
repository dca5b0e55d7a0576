import { IconX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import { texts } from '../texts';
import type { RoomState } from './room-session';
import styles from './viewer.module.css';

interface RoomOverlayProps {
  readonly ref: Ref<HTMLDivElement>;
  /** Null: no session runs. */
  readonly state: RoomState | null;
  readonly onLeave: () => void;
}

const words = { search: 'findFloor', ready: 'tapToPlace', placed: 'placed' } as const;

/** What stands over the picture of the room: what to do, and the way back. */
export function RoomOverlay({ ref, state, onLeave }: RoomOverlayProps) {
  const t = useTexts(texts);
  return (
    <div ref={ref} className={styles.room} data-theme="dark" hidden={state === null}>
      {state && (
        <>
          <IconButton
            isField
            label={t('leaveRoom')}
            hasTip={false}
            icon={<IconX size={24} stroke={1.75} aria-hidden="true" />}
            className={styles.leave}
            onClick={onLeave}
          />
          <p role="status" className={styles.hint}>
            {t(words[state])}
          </p>
        </>
      )}
    </div>
  );
}
