import type { CallActions, CallView, Person } from '@earth/calls';
import { IconPhoneOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { firstName, formatList } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { FilledButton } from '../../../ui/controls/Button';
import { useIsDesktop } from '../../../shared/use-media';
import { useTakeOver } from '../model/use-take-over';
import { Faces } from '../parts/Faces';
import { PictureBox, type Someone } from '../parts/PictureBox';
import { Ticking } from '../../../ui/feedback/Ticking';
import { texts } from '../texts';
import styles from './calling.module.css';
import screens from './screen.module.css';

interface CallingProps {
  readonly view: Pick<Extract<CallView, { phase: 'calling' }>, 'targets' | 'since' | 'local'> & {
    /** The participant whose picture is shown as soon as it arrives. */
    readonly answeredBy?: Person | undefined;
  };
  /** Called at the first picture, when the call was answered and is being joined. */
  readonly onPicture?: () => void;
  readonly actions: Pick<CallActions, 'hangUp'>;
  readonly me: Someone;
}

/** The screen while calling: the user's own picture, who is called, how long it rings, and a red button. */
export function Calling({ view, onPicture, actions, me }: CallingProps) {
  const say = useTexts(texts);
  const title = onPicture ? say('linkConnecting') : say('calling');
  const language = useLanguage();
  const isDesktop = useIsDesktop();
  const screen = useRef<HTMLDivElement>(null);
  useTakeOver(screen);
  const { targets, answeredBy } = view;
  const only = targets.length === 1 ? targets[0] : undefined;
  const names = only
    ? only.name
    : formatList(
        targets.map(({ name }) => firstName(name)),
        language,
      );
  return (
    <div
      ref={screen}
      className={screens.screen}
      role="dialog"
      aria-modal="true"
      aria-label={title}
      tabIndex={-1}
      data-theme="dark"
      data-density={isDesktop ? 'desk' : 'touch'}
    >
      <PictureBox
        picture={answeredBy ? { of: 'person', person: answeredBy } : { of: 'me' }}
        local={view.local}
        me={me}
        size="stage"
        fit="cover"
        onPicture={answeredBy && onPicture}
      />
      <div className={styles.bottom}>
        <div className={styles.plate} role="status">
          {/* Who has answered is on the screen behind. */}
          {!answeredBy && <Faces people={targets} />}
          <div className={styles.words}>
            <h1 className={styles.title}>{title}</h1>
            <p>{names}</p>
          </div>
          {/* Hidden from screen readers, because reading out each second would interrupt everything else. */}
          <span className={styles.time} aria-hidden="true">
            <Ticking since={view.since} />
          </span>
        </div>
        <FilledButton
          isDanger
          className={styles.stop}
          icon={<IconPhoneOff size={26} stroke={1.75} />}
          onClick={actions.hangUp}
        >
          {onPicture ? say('endCall') : say('stopCalling')}
        </FilledButton>
      </div>
    </div>
  );
}
