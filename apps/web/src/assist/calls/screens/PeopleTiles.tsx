import { IconMicrophoneOff } from '@tabler/icons-react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import type { Picture } from '../model/main-picture';
import { PictureBox } from '../parts/PictureBox';
import { texts } from '../texts';
import styles from './tiles.module.css';
import type { InCallModel } from './use-in-call';

interface TileProps {
  readonly picture: Picture;
  readonly model: InCallModel;
  /** The main picture while a snapshot is shown: pressing it returns to live. */
  readonly isMain: boolean;
}

function Tile({ picture, model, isMain }: TileProps) {
  const say = useTexts(texts);
  const { view, actions, me, goLive } = model;
  const isMe = picture.of === 'me';
  const first = isMe ? say('you') : firstName(picture.person.contact.name);
  const live = isMe ? say('youLive') : say('personLive', { name: first });
  const isSilent = isMe ? !view.local.audioOn : picture.person.state === 'joined' && !picture.person.hasAudio;
  const isRinging = !isMe && picture.person.state === 'ringing';
  const words = isMain ? live : first;
  return (
    <div className={styles.tile} data-main={isMain || undefined}>
      <PictureBox
        picture={picture}
        local={view.local}
        me={me}
        size="tile"
        fit="cover"
        onSize={isMain ? undefined : actions.setPictureSize}
      />
      {isMain && (
        <button type="button" className={styles.back} aria-label={`${live}. ${say('backToLive')}`} onClick={goLive} />
      )}
      <span className={styles.name}>
        {isSilent && <IconMicrophoneOff size={16} stroke={1.75} aria-hidden="true" />}
        <span className={styles.words} aria-hidden={isMain || isSilent || undefined}>
          {isRinging ? `${words}, ${say('ringing')}` : words}
        </span>
        {isSilent && <span className="visually-hidden">{say('micOffOf', { name: first })}</span>}
      </span>
    </div>
  );
}

/** Tiles of everybody who is not on the stage, and of those who still ring. */
export function PeopleTiles({ model }: { readonly model: InCallModel }) {
  const { pictures, shown, view } = model;
  const ringing = view.people.filter(({ state }) => state === 'ringing');
  return (
    <div className={styles.tiles}>
      {shown && pictures.main && <Tile picture={pictures.main} model={model} isMain />}
      {pictures.others.map((picture) => (
        <Tile
          key={picture.of === 'me' ? 'me' : picture.person.contact.uniqueId}
          picture={picture}
          model={model}
          isMain={false}
        />
      ))}
      {ringing.map((person) => (
        <Tile key={person.contact.uniqueId} picture={{ of: 'person', person }} model={model} isMain={false} />
      ))}
    </div>
  );
}
