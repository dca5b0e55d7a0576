import { IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { getConfig, useSession } from '../../platform';
import { install, useCanInstall } from '../../platform/worker/install-prompt';
import { startPage } from '../../shared/start-page';
import { menuQuery } from '../lists/model/content-queries';
import { withoutIdleCamera } from '../recognition/model/catalogue';
import { unreadReceivedQuery } from '../../account/notifications/model/received-queries';
import { IconButton } from '../../ui/controls/IconButton';
import { Modal } from '../../ui/overlay/Modal';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../ui/texts';
import { type Entry, hasEntryAt, NOTIFICATIONS, linkTo } from './menu';
import styles from './MenuPanel.module.css';
import { texts } from './texts';
import { WithMenu } from './WithMenu';
import { useScoped } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

/** Not needed by visitors. */
const Account = lazyPart(() => import('../../account/profile'), 'Account');

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly onGo: () => void;
}

function Entries({ entries, onGo }: EntriesProps) {
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Link
            {...linkTo(entry)}
            className={styles.entry}
            activeProps={{ 'aria-current': 'page', className: styles.on }}
            onClick={onGo}
          >
            {entry.title}
            {entry.code === NOTIFICATIONS && <Unread />}
          </Link>
          {entry.items.length > 0 && <Entries entries={entry.items} onGo={onGo} />}
        </li>
      ))}
    </ul>
  );
}

const EntrySkeletons = () => (
  <Loading>
    {[45, 60, 35, 50, 40].map((width) => (
      <span key={width} className={styles.entry}>
        <SkeletonBlock width={`${width}%`} height={16} />
      </span>
    ))}
  </Loading>
);

/** The number of unread notifications. */
function Unread() {
  const t = useTexts(texts);
  const { data: count = 0 } = useQuery(unreadReceivedQuery, useScoped(createQueryClient));
  if (count === 0) return null;
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{t('unread', { count })}</span>
    </>
  );
}

/**
 * The entries of every build beside its menu: notifications, unless the menu has them, and calls, if the build wants them there
 * (D9.22).
 */
function OwnEntries({ hasNotifications, onGo }: { readonly hasNotifications: boolean; readonly onGo: () => void }) {
  const t = useTexts(texts);
  const { brand, callsEnabled } = getConfig();
  return (
    <ul className={styles.entries}>
      {brand.videoCall && callsEnabled && (
        <li>
          <Link to="/" className={styles.entry} onClick={onGo}>
            {t('videoCall')}
          </Link>
        </li>
      )}
      {!hasNotifications && (
        <li>
          <Link to={NOTIFICATIONS} className={styles.entry} onClick={onGo}>
            {t('notifications')}
            <Unread />
          </Link>
        </li>
      )}
      <li>
        <Link to="/settings" className={styles.entry} onClick={onGo}>
          {t('settings')}
        </Link>
      </li>
    </ul>
  );
}

interface MenuPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All menu entries, and a logo that links to the start (D2.28). */
export function MenuPanel({ isOpen, onClose }: MenuPanelProps) {
  const t = useTexts(texts);
  const u = useTexts(uiTexts);
  const { brand } = getConfig();
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  const canInstall = useCanInstall();
  const { data } = useQuery(menuQuery(useContentLanguage()));
  const start = startPage();
  const hasStart = hasEntryAt(data, start);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      kind="panel"
      shape="column"
      className={styles.panel}
      aria-label={t('menu')}
    >
      <div className={styles.head}>
        <Link
          to={hasStart ? start : brand.offlineLanding}
          className={styles.logo}
          style={{ width: brand.menuLogoWidth }}
          onClick={onClose}
        >
          <img src={brand.logoUrl} alt="" width={44} height={44} />
          <span className={styles.name}>{brand.name}</span>
        </Link>
        <IconButton
          isField
          label={u('close')}
          icon={<IconX size={24} stroke={1.75} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      <nav aria-label={t('menu')}>
        <WithMenu loading={<EntrySkeletons />}>
          {(menu) => <Entries entries={withoutIdleCamera(menu)} onGo={onClose} />}
        </WithMenu>
        <OwnEntries hasNotifications={data !== undefined && hasEntryAt(data, NOTIFICATIONS)} onGo={onClose} />
      </nav>
      {isSignedIn && (
        <div className={styles.account}>
          <Account />
        </div>
      )}
      {canInstall && (
        <button type="button" className={styles.install} onClick={() => void install()}>
          <IconDownload size={24} stroke={1.75} aria-hidden="true" />
          {t('install', { name: brand.name })}
        </button>
      )}
    </Modal>
  );
}
