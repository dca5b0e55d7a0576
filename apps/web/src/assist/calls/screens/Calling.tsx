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
import { Ticking } from '../parts/Ticking';
import { texts } from '../texts';
import styles from './calling.module.css';
import screens from './screen.module.css';

interface CallingProps {
  readonly view: Pick<Extract<CallView, { phase: 'calling' }>, 'targets' | 'since' | 'local'> & {
    /** Whose picture is shown as soon as it comes, before anything else of the call. */
    readonly answeredBy?: Person | undefined;
  };
  /** It rings no more, and the call is being joined: called when there is a picture of it. */
  readonly onPicture?: () => void;
  readonly actions: Pick<CallActions, 'hangUp'>;
  readonly me: Someone;
}

/** It is there at once: one's own picture, whom one calls, how long it rings, and one red button. */
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
          <Faces people={targets} />
          <div className={styles.words}>
            <h1 className={styles.title}>{title}</h1>
            <p>{names}</p>
          </div>
          {/* Seconds that are read out would drown everything else. */}
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
