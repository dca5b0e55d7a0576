import { IconArrowLeft, IconLayoutSidebarRight, IconLock, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n';
import { mayCallPerson, usePlaceCall } from '../../app/place-call';
import { texts as appTexts } from '../../app/texts';
import { getConfig, useMe } from '../../data';
import type { OpenedRoom } from '../../data/room-queries';
import { QuietButton } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import iconButtons from '../../ui/IconButton.module.css';
import { useIsDesktop } from '../../ui/use-media';
import { usePresenceWords } from '../people';
import styles from './conversation.module.css';
import { RoomAvatar } from './RoomAvatar';
import { RoomName } from './RoomName';
import { texts } from './texts';
import { useOther } from './words';

function CallOther({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const me = useMe();
  const other = useOther(room);
  const isDesktop = useIsDesktop();
  const { reason, place } = usePlaceCall();
  if (!other || !mayCallPerson(me, other)) return null;
  const icon = <IconVideo size={isDesktop ? 20 : 24} stroke={1.75} aria-hidden="true" />;
  const name = tApp('callPerson', { name: other.name });
  const call = { 'aria-disabled': reason !== null, onClick: () => place({ targets: [other] }) };
  if (!isDesktop) return <IconButton label={name} icon={icon} {...call} />;
  return (
    <QuietButton aria-label={name} icon={icon} {...call}>
      {t('call')}
    </QuietButton>
  );
}

interface RoomHeadProps {
  readonly room: OpenedRoom;
  readonly areDetailsShown: boolean;
  readonly onDetails: () => void;
}

/** Whose room it is, and what else one can do there. */
export function RoomHead({ room, areDetailsShown, onDetails }: RoomHeadProps) {
  const t = useTexts(texts);
  const presence = usePresenceWords();
  const other = useOther(room);
  const isDesktop = useIsDesktop();
  const who = room.isGroup ? t('members', { count: room.participants.length }) : other && presence.presence(other);
  return (
    <header className={styles.head}>
      {!isDesktop && (
        <Link to="/rooms" className={iconButtons.button} aria-label={t('back')}>
          <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
        </Link>
      )}
      <RoomAvatar room={room} />
      <div className={styles.who}>
        <h2 className={styles.name}>
          <RoomName room={room} />
        </h2>
        <p className={styles.state}>
          {who && <span className={styles.presence}>{who}</span>}
          {getConfig().cryptoSchema !== 0 && (
            <span className={styles.lock}>
              <IconLock size={14} stroke={1.75} aria-hidden="true" />
              {t(isDesktop ? 'encrypted' : 'encryptedShort')}
            </span>
          )}
        </p>
      </div>
      <CallOther room={room} />
      <IconButton
        label={t('details')}
        icon={<IconLayoutSidebarRight size={isDesktop ? 20 : 24} stroke={1.75} aria-hidden="true" />}
        isOn={areDetailsShown}
        aria-expanded={areDetailsShown}
        onClick={onDetails}
      />
    </header>
  );
}
