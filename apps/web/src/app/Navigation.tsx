import { type Brand, isController } from '@earth/contracts';
import {
  IconCompass,
  IconHeadset,
  IconHeadsetFilled,
  IconKeyboard,
  IconLayoutDashboard,
  IconMessages,
  IconUser,
  IconUserFilled,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useMe } from '../platform';
import { roomsQuery } from '../assist/rooms/model/room-queries';
import { Avatar } from '../ui/pictures/Avatar';
import { useIsDesktop } from '../shared/use-media';
import { useTexts } from '../shared/i18n';
import styles from './Navigation.module.css';
import { texts } from '../shared/texts';
import { ownPresence } from '../account/availability/model/availability';
import { startPage } from '../shared/start-page';

interface NavigationProps {
  readonly brand: Brand;
  readonly onShowShortcuts: () => void;
}

/** The history and the page of a call belong to the calls entry. */
const useIsAmongCalls = () => Boolean(useMatchRoute()({ to: '/calls', fuzzy: true }));

const active = { className: styles.on, 'aria-current': 'page' } as const;
const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Larger numbers are shown as «99+». */
const COUNT_MAX = 99;

/** With the unread count of all rooms that are not muted. */
function RoomsEntry() {
  const t = useTexts(texts);
  const { data: rooms } = useQuery(roomsQuery);
  const count =
    rooms?.reduce(
      (sum, { mute, unreadMessages, unreadMentions = 0 }) => sum + (mute ? unreadMentions : unreadMessages),
      0,
    ) ?? 0;
  return (
    <Link to="/rooms" className={styles.entry} activeProps={active}>
      <span className={styles.counted}>
        <IconMessages {...icon} />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
          </span>
        )}
      </span>
      {t('rooms')}
      {count > 0 && <span className="visually-hidden">{t('unread', { count })}</span>}
    </Link>
  );
}

function Rail({ brand, onShowShortcuts }: NavigationProps) {
  const t = useTexts(texts);
  const me = useMe();
  const isAmongCalls = useIsAmongCalls();
  return (
    <nav className={styles.rail} aria-label={t('main')}>
      <img src={brand.logoUrl} alt={brand.name} width={36} height={36} className={styles.logo} />
      <Link to="/" className={styles.entry} activeProps={active} inactiveProps={isAmongCalls ? active : {}}>
        <IconHeadset {...icon} />
        {t(isController(me.role.code) ? 'calls' : 'help')}
      </Link>
      <RoomsEntry />
      <Link to="/people" className={styles.entry} activeProps={active}>
        <IconUsers {...icon} />
        {t('people')}
      </Link>
      <Link to={startPage()} className={styles.entry}>
        <IconCompass {...icon} />
        {t('explore')}
      </Link>
      {isController(me.role.code) && (
        <Link to="/admin" className={styles.entry} activeProps={active}>
          <IconLayoutDashboard {...icon} />
          {t('backOffice')}
        </Link>
      )}
      <span className={styles.gap} />
      <button type="button" className={styles.entry} aria-keyshortcuts="?" onClick={onShowShortcuts}>
        <IconKeyboard {...icon} />
        {t('keys')}
      </button>
      <Link to="/settings" className={styles.me} activeProps={active} aria-label={`${t('me')}: ${me.name}`}>
        <Avatar id={me.uniqueId} name={me.name} presence={ownPresence(me)} />
      </Link>
    </nav>
  );
}

function BottomBar() {
  const t = useTexts(texts);
  const me = useMe();
  const isAmongCalls = useIsAmongCalls();
  return (
    <nav className={styles.bar} aria-label={t('main')}>
      <Link to="/" className={styles.entry} activeProps={active} inactiveProps={isAmongCalls ? active : {}}>
        {({ isActive }) => (
          <>
            {isActive || isAmongCalls ? <IconHeadsetFilled {...icon} /> : <IconHeadset {...icon} />}
            {t(isController(me.role.code) ? 'calls' : 'help')}
          </>
        )}
      </Link>
      <RoomsEntry />
      <Link to="/people" className={styles.entry} activeProps={active}>
        <IconUsers {...icon} />
        {t('people')}
      </Link>
      <Link to="/settings" className={styles.entry} activeProps={active}>
        {({ isActive }) => (
          <>
            {isActive ? <IconUserFilled {...icon} /> : <IconUser {...icon} />}
            {t('me')}
          </>
        )}
      </Link>
    </nav>
  );
}

/** The main navigation: a rail at the left of a desktop, a bottom bar on smaller screens. */
export function Navigation(props: NavigationProps) {
  return useIsDesktop() ? <Rail {...props} /> : <BottomBar />;
}
