import type { RecordingView } from '@earth/calls';
import { useTexts } from '../../../shared/i18n';
import styles from './recording.module.css';
import { texts } from './texts';

const isRecorded = ({ own, by }: RecordingView) => own === 'records' || by.length > 0;

/** Shows and announces, on every screen of the call, that it is recorded. The region is there before, so that it is read. */
export function RecordingSign({ recording }: { readonly recording: RecordingView }) {
  const say = useTexts(texts);
  return (
    <span role="status" className={styles.sign}>
      {isRecorded(recording) && (
        <span className={styles.red}>
          <i className={styles.dot} />
          {say('recording')}
        </span>
      )}
    </span>
  );
}
