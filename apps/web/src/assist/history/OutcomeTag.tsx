import { IconCheck, IconPhoneOff, IconPhoneX, IconUsers, IconVideo } from '@tabler/icons-react';
import type { CallRecord, Outcome } from './call-record';
import styles from './OutcomeTag.module.css';
import { useRecordWords } from './words';

const icons = {
  running: IconVideo,
  answered: IconCheck,
  taken: IconUsers,
  missed: IconPhoneX,
  noAnswer: IconPhoneX,
  declined: IconPhoneOff,
  busy: IconPhoneOff,
  unreachable: IconPhoneOff,
  failed: IconPhoneX,
  full: IconUsers,
  left: IconPhoneOff,
} as const satisfies Record<Outcome, typeof IconCheck>;

const tones: Partial<Record<Outcome, string | undefined>> = {
  running: styles.ok,
  answered: styles.ok,
  missed: styles.bad,
  noAnswer: styles.bad,
  failed: styles.bad,
};

/** The outcome of a call, as colour, icon and word. */
export function OutcomeTag({ record }: { readonly record: CallRecord }) {
  const words = useRecordWords();
  const Icon = icons[record.outcome];
  return (
    <span className={[styles.tag, tones[record.outcome]].filter(Boolean).join(' ')} title={words.outcome(record)}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span className={styles.word}>{words.outcome(record)}</span>
    </span>
  );
}
