import type { CallActions, LocalMedia, PictureSize } from '@earth/calls';
import { useCallback, useState } from 'react';
import { Avatar } from '../../../ui/pictures/Avatar';
import { type Picture, showsScreen } from '../model/main-picture';
import { cameraWords } from '../model/words';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './picture.module.css';
import { StreamVideo } from './StreamVideo';

export interface Someone {
  readonly uniqueId: string;
  readonly name: string;
}

interface PictureBoxProps {
  readonly picture: Picture;
  readonly local: LocalMedia;
  readonly me: Someone;
  readonly size: 'stage' | 'tile';
  readonly fit: 'cover' | 'contain';
  /** Called at the first frame. */
  readonly onPicture?: (() => void) | undefined;
  /** If it is only looked at, and may be smaller than it is sent. Stable. */
  readonly onSize?: CallActions['setPictureSize'] | undefined;
}

/** The text why there is no picture. */
function useAbsence(picture: Picture, local: LocalMedia): string {
  const say = useTexts(texts);
  if (picture.of === 'me') {
    if (local.cameraProblem) return say(cameraWords[local.cameraProblem]);
    return local.videoOn ? say('waitingForPicture') : say('yourCameraOff');
  }
  const { person } = picture;
  if (local.isAudioOnly && person.state === 'joined') return say('audioOnlyPicture');
  if (person.state === 'ringing') return say('ringing');
  if (person.stream === null || person.link === 'connecting' || person.hasVideo) return say('waitingForPicture');
  return say('cameraOffOf', { name: firstName(person.contact.name) });
}

/** The live picture of a person, or their name and why there is none. */
export function PictureBox({ picture, local, me, size, fit, onPicture, onSize }: PictureBoxProps) {
  const say = useTexts(texts);
  const absence = useAbsence(picture, local);
  const isMe = picture.of === 'me';
  const { uniqueId, name } = isMe ? me : picture.person.contact;
  const stream = isMe ? local.stream : picture.person.stream;
  const isScreen = showsScreen(picture, local);
  const hasVideo = isMe
    ? local.isScreen || (local.videoOn && local.cameraProblem === null)
    : picture.person.hasVideo && !picture.person.isAr;
  const [seen, setSeen] = useState<MediaStream | null>(null);
  const isSeen = stream !== null && hasVideo && seen === stream;
  const handleSize = useCallback((shown: PictureSize | null) => onSize?.(uniqueId, shown), [onSize, uniqueId]);
  const handlePicture = () => {
    setSeen(stream);
    onPicture?.();
  };
  return (
    <div className={styles.box} data-size={size}>
      {/* Covered by the picture, so it is hidden from screen readers too. */}
      <div className={styles.absent} aria-hidden={isSeen}>
        <Avatar id={uniqueId} name={name} size={size === 'stage' ? 'big' : 'medium'} />
        {size === 'stage' && <p>{absence}</p>}
      </div>
      {stream && hasVideo && (
        <StreamVideo
          stream={stream}
          testId={isMe ? 'local-video' : 'remote-video'}
          label={isMe ? say('youLive') : say('personLive', { name: firstName(name) })}
          fit={fit}
          isMirrored={isMe && local.facing === 'user' && !local.isScreen}
          isCamera={!isScreen}
          onPicture={handlePicture}
          onSize={isMe || !onSize ? undefined : handleSize}
        />
      )}
    </div>
  );
}
