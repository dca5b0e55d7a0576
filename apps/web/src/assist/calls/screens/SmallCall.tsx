import type { Profile } from '@earth/contracts';
import { IconArrowsDiagonal, IconArrowsMove, IconPhoneOff } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useIsDesktop } from '../../../shared/use-media';
import { IconButton } from '../../../ui/controls/IconButton';
import { Tip } from '../../../ui/overlay/Tip';
import { Ticking } from '../../../ui/feedback/Ticking';
import { type Corner, cornerByKey, nextCorner } from '../model/corners';
import { choosePictures } from '../model/main-picture';
import { useCorner } from '../model/small-call';
import { useDrag } from '../model/use-drag';
import { PictureBox } from '../parts/PictureBox';
import { useControls } from '../parts/use-controls';
import { RecordingSign } from '../recording/RecordingSign';
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

const cornerWords = {
  top: { left: 'topLeft', right: 'topRight' },
  bottom: { left: 'bottomLeft', right: 'bottomRight' },
} as const;

/** At a desk beside the navigation, where it hides neither what is read nor what is written. */
const firstCorner = (isDesktop: boolean): Corner => (isDesktop ? { x: 'left', y: 'bottom' } : { x: 'right', y: 'top' });

/** The corner that the call is in, and the ways to move it to another one. */
function useMoves(callId: string, isDesktop: boolean) {
  const box = useRef<HTMLElement>(null);
  const [moved, moveTo] = useCorner(callId);
  const corner = moved ?? firstCorner(isDesktop);
  const handleKey = (event: KeyboardEvent) => {
    const next = cornerByKey(corner, event.key);
    if (!next) return;
    event.preventDefault();
    moveTo(next);
  };
  return { box, corner, moved, moveTo, handleKey, ...useDrag(box, moveTo) };
}

/** The call in a corner of the page, which can be used meanwhile: picture, time, microphone, end, and the way back. */
export function SmallCall({ view, actions, me, onEnlarge }: SmallCallProps) {
  const say = useTexts(texts);
  const isDesktop = useIsDesktop();
  const name = useFirstNames(othersOf(view));
  const { main } = choosePictures({ people: view.people, local: view.local, amAssisted: me.role.code === 'ASSISTED' });
  // How to allow a blocked microphone is shown over the whole screen.
  const microphone = useControls(view.local, actions, onEnlarge).find(({ id }) => id === 'microphone');
  const { unreadMessages } = view;
  const { box, corner, moved, moveTo, handleKey, offset, handlers } = useMoves(view.call.uniqueId, isDesktop);
  return (
    <aside
      ref={box}
      className={styles.small}
      style={{ translate: `${offset.x}px ${offset.y}px` }}
      data-x={corner.x}
      data-y={corner.y}
      aria-label={say('callWith', { name })}
      data-theme="dark"
      data-density={isDesktop ? 'desk' : 'touch'}
      data-testid="small-call"
    >
      <div className={styles.picture} {...handlers}>
        {main && <PictureBox picture={main} local={view.local} me={me} size="tile" fit="cover" />}
        <span className={styles.sign}>
          <RecordingSign recording={view.recording} />
        </span>
        <button type="button" className={styles.back} aria-label={say('backToCall')} onClick={onEnlarge}>
          <IconArrowsDiagonal {...icon} />
        </button>
        <Tip words={say('moveCallHow')} position="top">
          <button
            type="button"
            className={styles.move}
            aria-label={say('moveCall')}
            aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
            onKeyDown={handleKey}
            onClick={() => moveTo(nextCorner(corner))}
          >
            <IconArrowsMove {...icon} />
          </button>
        </Tip>
        {unreadMessages > 0 && (
          <i className={styles.count} role="img" aria-label={say('chatUnread', { count: unreadMessages })}>
            {unreadMessages}
          </i>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {moved && say(cornerWords[moved.y][moved.x])}
      </p>
      <div className={styles.foot}>
        <p className={styles.who} title={name}>
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
