import { IconArrowLeft, IconLayoutSidebarRight, IconLock, IconSearch, IconVideo } from '@tabler/icons-react';
import type { Scheme } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { usePlaceCall } from '../calls';
import { texts as appTexts } from '../../shared/texts';
import { getConfig } from '../../platform';
import { conversationQuery } from './model/room-queries';
import type { OpenedRoom } from './model/conversation';
import { EncryptionDialog } from '../../account/keys';
import { QuietButton } from '../../ui/controls/Button';
import { IconButton, IconLink } from '../../ui/controls/IconButton';
import { openPart } from '../../ui/feedback/lazy-part';
import { useIsDesktop } from '../../shared/use-media';
import { usePresenceWords } from '../people';
import styles from './conversation.module.css';
import type { Panel } from './panel';
import { RoomAvatar } from './RoomAvatar';
import { RoomName } from './RoomName';
import { texts } from './texts';
import { useCallable, useOther, useRoomWords } from './words';

/** Calls the other person, or all of a group. */
function CallRoom({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const targets = useCallable(room);
  const isDesktop = useIsDesktop();
  const { reason, place } = usePlaceCall();
  const [first] = targets;
  if (!first) return null;
  const icon = <IconVideo size={isDesktop ? 20 : 24} stroke={1.75} aria-hidden="true" />;
  const name = room.isGroup ? t('callEverybody') : tApp('callPerson', { name: first.name });
  const call = { 'aria-disabled': reason !== null, onClick: () => place({ targets }) };
  if (!isDesktop) return <IconButton label={name} icon={icon} {...call} />;
  return (
    <QuietButton aria-label={name} icon={icon} {...call}>
      {t('call')}
    </QuietButton>
  );
}

/** «Encrypted», which leads to what that means. */
function Lock({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const other = useOther(room);
  const [isExplained, setExplained] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.lock}
        onClick={() => void openPart(EncryptionDialog, () => setExplained(true))}
      >
        <IconLock size={14} stroke={1.75} aria-hidden="true" />
        <span className={styles.lockWords}>{t('encrypted')}</span>
      </button>
      {isExplained && <EncryptionDialog people={other ? [other] : []} onClose={() => setExplained(false)} />}
    </>
  );
}

interface RoomHeadProps {
  readonly room: OpenedRoom;
  /** What is open beside the messages. */
  readonly panel: Panel | null;
  readonly onPanel: (asked: Panel) => void;
}

/** The heading of a room, with its buttons. */
export function RoomHead({ room, panel, onPanel }: RoomHeadProps) {
  const t = useTexts(texts);
  const presence = usePresenceWords();
  const words = useRoomWords();
  const other = useOther(room);
  const isDesktop = useIsDesktop();
  // «Encrypted» is shown only if everything that this device has loaded is encrypted.
  const { data: known } = useQuery({ ...conversationQuery(room.uniqueId), enabled: false });
  const isOpen = (scheme: Scheme | null) => scheme === 0;
  const isEncrypted =
    getConfig().cryptoSchema !== 0 &&
    !isOpen(room.subject === '' ? null : room.cryptoSchema) &&
    !isOpen(room.lastMessageCryptoSchema) &&
    !known?.messages.some(({ cryptoSchema }) => isOpen(cryptoSchema));
  const who = room.isGroup ? t('members', { count: room.participants.length }) : other && presence.presence(other);
  return (
    <header className={styles.head}>
      {!isDesktop && (
        <IconLink to="/rooms" label={t('back')} icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />} />
      )}
      <RoomAvatar room={room} />
      <div className={styles.who}>
        <h2 className={styles.name} title={words.name(room)}>
          <RoomName room={room} />
        </h2>
        <p className={styles.state}>
          {who && <span className={styles.presence}>{who}</span>}
          {isEncrypted && <Lock room={room} />}
        </p>
      </div>
      <CallRoom room={room} />
      {/* On a phone it is in the details: the name needs the room. */}
      {isDesktop && (
        <IconButton
          label={t('searchRoom')}
          icon={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
          isOn={panel === 'search'}
          aria-expanded={panel === 'search'}
          onClick={() => onPanel('search')}
        />
      )}
      <IconButton
        label={t('details')}
        icon={<IconLayoutSidebarRight size={isDesktop ? 20 : 24} stroke={1.75} aria-hidden="true" />}
        isOn={panel === 'details'}
        aria-expanded={panel === 'details'}
        onClick={() => onPanel('details')}
      />
    </header>
  );
}
