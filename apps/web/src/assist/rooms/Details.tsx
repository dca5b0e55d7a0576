import {
  IconArrowLeft,
  IconBell,
  IconDoorExit,
  IconHistory,
  IconPencil,
  IconPhoto,
  IconSearch,
  IconShieldCheck,
  IconUserPlus,
} from '@tabler/icons-react';
import { CryptoSchema } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { getConfig, useMe } from '../../platform';
import { keysTexts, SafetyDialog } from '../../account/keys';
import { openPart } from '../../ui/feedback/lazy-part';
import { peopleQuery } from '../../shared/queries';
import { alterRoom } from './model/room-actions';

import { Avatar } from '../../ui/pictures/Avatar';
import { IconButton } from '../../ui/controls/IconButton';
import { ListRow } from '../../ui/rows/ListRow';
import { presenceOf } from '../../ui/feedback/Presence';
import { SwitchInput } from '../../ui/controls/Switch';
import { showToast } from '../../shared/toast';
import { useIsDesktop } from '../../shared/use-media';
import { usePresenceWords } from '../people';
import { AddPeople, LeaveRoom, RenameRoom } from './ChangeRoom';
import styles from './details.module.css';
import type { Panel } from './panel';
import { RoomAvatar } from './RoomAvatar';
import { RoomName } from './RoomName';
import { texts } from './texts';
import { useOther } from './words';
import { useScope } from '../../platform/session/scope-context';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface EntryProps {
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly isDanger?: boolean;
  readonly children: string;
}

const Entry = ({ icon: mark, onClick, isDanger, children }: EntryProps) => (
  <button type="button" className={styles.entry} data-danger={isDanger || undefined} onClick={onClick}>
    {mark}
    {children}
  </button>
);

/** Optimistic: changes at once, and reverts if the server refuses. */
function Mute({ room: { uniqueId: id, mute } }: { readonly room: OpenedRoom }) {
  const scope = useScope();
  const t = useTexts(texts);
  // Local state, because the cache's change is rendered a moment later, and the switch would flicker.
  const [wished, wish] = useState<boolean | null>(null);
  async function change(next: boolean) {
    wish(next);
    try {
      await alterRoom(scope, { id, mute: next });
    } catch {
      showToast(t('muteFailed'));
    }
    wish(null);
  }
  return (
    <label className={styles.entry}>
      <IconBell {...icon} />
      <span className={styles.grow}>{t('mute')}</span>
      <SwitchInput isOn={wished ?? mute} onChange={(next) => void change(next)} />
    </label>
  );
}

function RoomPeople({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const me = useMe();
  const { data } = useQuery(peopleQuery);
  return (
    <section aria-labelledby="in-room">
      <h3 id="in-room" className={styles.heading}>
        {t('inRoom')}
      </h3>
      <ul className={styles.people}>
        {room.participants.map(({ uniqueId, name }) => {
          const known = data?.find((person) => person.uniqueId === uniqueId);
          return (
            <ListRow
              key={uniqueId}
              className={styles.person}
              lead={<Avatar id={uniqueId} name={name} size="desk" presence={known && presenceOf(known)} />}
              title={uniqueId === me.uniqueId ? t('youMark', { name }) : name}
            />
          );
        })}
      </ul>
    </section>
  );
}

function Other({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const presence = usePresenceWords();
  const tKeys = useTexts(keysTexts);
  const other = useOther(room);
  const [isComparing, setComparing] = useState(false);
  if (!other) return null;
  return (
    <>
      <p className={styles.presence}>{presence.line(other)}</p>
      <Link to="/people/$contactId" params={{ contactId: other.uniqueId }} className={styles.entry}>
        <IconHistory {...icon} />
        {t('callsWith', { name: firstName(other.name) })}
      </Link>
      {getConfig().cryptoSchema !== CryptoSchema.none && (
        <Entry
          icon={<IconShieldCheck {...icon} />}
          onClick={() => void openPart(SafetyDialog, () => setComparing(true))}
        >
          {tKeys('safety')}
        </Entry>
      )}
      {isComparing && <SafetyDialog person={other} onClose={() => setComparing(false)} />}
    </>
  );
}

type Asked = 'rename' | 'add' | 'leave' | null;

interface DetailsProps {
  readonly room: OpenedRoom;
  readonly onPanel: (asked: Panel) => void;
  readonly onClose: () => void;
}

/** The members of a room, and its settings. */
export function Details({ room, onPanel, onClose }: DetailsProps) {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  const [asked, ask] = useState<Asked>(null);
  const close = () => ask(null);
  return (
    <aside className={styles.details} aria-label={t('details')}>
      {!isDesktop && (
        <IconButton
          label={t('closeDetails')}
          icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
          className={styles.back}
          onClick={onClose}
        />
      )}
      <div className={styles.who}>
        <RoomAvatar room={room} size="big" />
        <h2 className={styles.name}>
          <RoomName room={room} />
        </h2>
        {room.subject !== '' && <Unprotected scheme={room.cryptoSchema} />}
        {room.isGroup && <p className={styles.presence}>{t('members', { count: room.participants.length })}</p>}
      </div>
      <Other room={room} />
      <Entry icon={<IconSearch {...icon} />} onClick={() => onPanel('search')}>
        {t('searchRoom')}
      </Entry>
      <Entry icon={<IconPhoto {...icon} />} onClick={() => onPanel('files')}>
        {t('roomFiles')}
      </Entry>
      <Mute room={room} />
      {room.isGroup && (
        <>
          <Entry icon={<IconPencil {...icon} />} onClick={() => ask('rename')}>
            {t('rename')}
          </Entry>
          <Entry icon={<IconUserPlus {...icon} />} onClick={() => ask('add')}>
            {t('addPeople')}
          </Entry>
          <RoomPeople room={room} />
        </>
      )}
      <span className={styles.grow} />
      <Entry icon={<IconDoorExit {...icon} />} isDanger onClick={() => ask('leave')}>
        {t('leave')}
      </Entry>
      {asked === 'rename' && <RenameRoom room={room} onClose={close} />}
      {asked === 'add' && <AddPeople room={room} onClose={close} />}
      {asked === 'leave' && <LeaveRoom room={room} onClose={close} />}
    </aside>
  );
}
