import type { LinkQuality, LocalMedia } from '@earth/calls';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { cameraWords, microphoneWords } from '../logic/words';
import { type CallText, texts } from '../texts';
import styles from './parts.module.css';
import type { Device } from './use-controls';

interface NoticesProps {
  readonly link: LinkQuality | null;
  readonly isServerAway: boolean;
  readonly local: LocalMedia;
  /** Opens the steps that allow it in this browser. */
  readonly onHowToAllow: (device: Device) => void;
}

interface Notice {
  readonly text: CallText;
  /** It says what is lost for good, not what passes by itself: it can be put away. */
  readonly canClose: boolean;
  /** What the browser withholds, and could be allowed. */
  readonly refused: Device | null;
}

function noticesOf({ link, isServerAway, local }: NoticesProps): readonly Notice[] {
  const passing = (text: CallText): Notice => ({ text, canClose: false, refused: null });
  const lasting = (text: CallText, refused: Device | null): Notice => ({ text, canClose: true, refused });
  const notices: Notice[] = [];
  if (link === 'weak') notices.push(passing('weakHint'));
  if (isServerAway && link !== 'reconnecting') notices.push(passing('serverAway'));
  const { cameraProblem, microphoneProblem } = local;
  if (microphoneProblem)
    notices.push(lasting(microphoneWords[microphoneProblem], microphoneProblem === 'refused' ? 'microphone' : null));
  if (cameraProblem) notices.push(lasting(cameraWords[cameraProblem], cameraProblem === 'refused' ? 'camera' : null));
  return notices;
}

/** What a person in a call must know, in words, one at a time: the worst first. */
export function Notices(props: NoticesProps) {
  const say = useTexts(texts);
  const [closed, setClosed] = useState<readonly CallText[]>([]);
  const { onHowToAllow } = props;
  const notice = noticesOf(props).find(({ text }) => !closed.includes(text));
  const refused = notice?.refused;
  return (
    <div role="status" className={styles.notices}>
      {notice && (
        <div className={styles.notice}>
          <IconAlertTriangle size={20} stroke={1.75} />
          <span className={styles.grow}>
            {say(notice.text)}{' '}
            {refused && (
              <button type="button" className={styles.link} onClick={() => onHowToAllow(refused)}>
                {say('howToAllow')}
              </button>
            )}
          </span>
          {notice.canClose && (
            <button
              type="button"
              className={styles.close}
              aria-label={say('close')}
              onClick={() => setClosed([...closed, notice.text])}
            >
              <IconX size={20} stroke={1.75} />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
