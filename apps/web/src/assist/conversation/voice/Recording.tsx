import { voiceNoteSeconds } from '@earth/messaging';
import { IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatClock } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import { Meter } from '../../../ui/feedback/Meter';
import { texts as uiTexts } from '../../../ui/texts';
import { Ticking } from '../../../ui/feedback/Ticking';
import type { RecorderState } from './recorder';
import { texts } from './texts';
import styles from './voice.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface RecordingProps {
  readonly state: RecorderState;
  readonly onDiscard: () => void;
}

/** Replaces the input field while recording: duration and level. */
export function Recording({ state, onDiscard }: RecordingProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.recording}>
      <IconButton label={t('discard')} icon={<IconTrash {...icon} />} tipPosition="top" onClick={onDiscard} />
      {state.type === 'recording' && (
        <>
          <span className={styles.dot} />
          <span role="timer" className={styles.time}>
            <Ticking since={state.since} />
          </span>
          <div className={styles.level}>
            <Meter label={t('level')} track={state.track} />
          </div>
        </>
      )}
      {state.type === 'recorded' && (
        <span className={styles.time}>{formatClock(voiceNoteSeconds(state.note.text) ?? 0)}</span>
      )}
      {(state.type === 'opening' || state.type === 'recorded') && (
        <p className={styles.says} aria-hidden="true">
          {t(state.type)}
        </p>
      )}
    </div>
  );
}

/** Live region for screen readers, mounted before it has a text. */
export function RecordingStatus({ state: { type } }: Pick<RecordingProps, 'state'>) {
  const t = useTexts(texts);
  return (
    <p role="status" className="visually-hidden">
      {(type === 'opening' || type === 'recording' || type === 'recorded') && t(type)}
    </p>
  );
}

interface NotRecordedProps {
  readonly problem: Extract<RecorderState, { type: 'failed' }>['problem'];
  readonly howToAllow: ReactNode;
  readonly onClose: () => void;
}

/** The error of a recording, and what the user can do. */
export function NotRecorded({ problem, howToAllow, onClose }: NotRecordedProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  return (
    <div className={styles.problem}>
      <div className={styles.why}>
        <p role="alert">{t(problem)}</p>
        {problem === 'refused' && howToAllow}
      </div>
      <IconButton label={tUi('close')} icon={<IconX {...icon} />} tipPosition="top" onClick={onClose} />
    </div>
  );
}
