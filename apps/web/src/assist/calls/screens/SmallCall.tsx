import type { Profile } from '@earth/contracts';
import { IconArrowsDiagonal, IconPhoneOff } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { useIsDesktop } from '../../../shared/use-media';
import { IconButton } from '../../../ui/controls/IconButton';
import { Ticking } from '../../../ui/feedback/Ticking';
import { choosePictures } from '../model/main-picture';
import { PictureBox } from '../parts/PictureBox';
import { useControls } from '../parts/use-controls';
import { texts } from '../texts';
import styles from './small-call.module.css';
import { type InCallActions, type InCallView, othersOf, useFirstNames } from './use-in-call';

interface SmallCallProps {
  readonly view: InCallView;
  readonly actions: InCallActions;
  readonly me: Profile;
  /** Back to the whole screen. */
  readonly onEnlarge: () => void;
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The call in a corner of the page, which can be used meanwhile: picture, time, microphone, end, and the way back. */
export function SmallCall({ view, actions, me, onEnlarge }: SmallCallProps) {
  const say = useTexts(texts);
  const isDesktop = useIsDesktop();
  const name = useFirstNames(othersOf(view));
  const { main } = choosePictures({ people: view.people, local: view.local, amAssisted: me.role.code === 'ASSISTED' });
  // How to allow a blocked microphone is shown over the whole screen.
  const microphone = useControls(view.local, actions, onEnlarge).find(({ id }) => id === 'microphone');
  const { unreadMessages } = view;
  return (
    <aside
      className={styles.small}
      aria-label={say('callWith', { name })}
      data-theme="dark"
      data-density={isDesktop ? 'desk' : 'touch'}
      data-testid="small-call"
    >
      <div className={styles.picture}>
        {main && <PictureBox picture={main} local={view.local} me={me} size="tile" fit="cover" />}
        <button type="button" className={styles.back} aria-label={say('backToCall')} onClick={onEnlarge}>
          <IconArrowsDiagonal {...icon} />
        </button>
        {unreadMessages > 0 && (
          <i className={styles.count} role="img" aria-label={say('chatUnread', { count: unreadMessages })}>
            {unreadMessages}
          </i>
        )}
      </div>
      <div className={styles.foot}>
        <p className={styles.who}>
          <span className={styles.name}>{name}</span>
          <span className={styles.time}>
            <Ticking since={view.since} isPadded />
          </span>
        </p>
        {microphone && (
          <IconButton
            label={microphone.name}
            hasTip={isDesktop}
            tipPosition="top"
            isOn={microphone.isOff}
            icon={<microphone.Icon {...icon} />}
            onClick={microphone.act}
          />
        )}
        <IconButton
          label={say('endCall')}
          hasTip={isDesktop}
          tipPosition="top"
          className={styles.end}
          icon={<IconPhoneOff {...icon} />}
          onClick={actions.hangUp}
        />
      </div>
    </aside>
  );
}
