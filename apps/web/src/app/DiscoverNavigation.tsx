import {
  IconCompass,
  IconCompassFilled,
  IconHeadset,
  IconLogin2,
  IconMenu2,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n';
import { LanguageButton } from '../ui/controls/LanguageButton';
import navigation from './Navigation.module.css';
import { startPage } from '../shared/start-page';
import { getConfig, useSession } from '../platform';
import { IconButton } from '../ui/controls/IconButton';
import styles from './DiscoverShell.module.css';
import { texts } from '../discover/menu/texts';

const active = { className: navigation.on, 'aria-current': 'page' } as const;
const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** The navigation entries of Discover, and the one to Assist. */
function Entries() {
  const t = useTexts(texts);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  const here = useLocation({ select: ({ href }) => href });
  return (
    <>
      <Link to={startPage()} className={navigation.entry} activeProps={active}>
        {({ isActive }) => (
          <>
            {isActive ? <IconCompassFilled {...icon} /> : <IconCompass {...icon} />}
            {t('explore')}
          </>
        )}
      </Link>
      <Link to="/preferiti" className={navigation.entry} activeProps={active}>
        {({ isActive }) => (
          <>
            {isActive ? <IconStarFilled {...icon} /> : <IconStar {...icon} />}
            {t('saved')}
          </>
        )}
      </Link>
      {isSignedIn ? (
        <Link to="/" className={navigation.entry}>
          <IconHeadset {...icon} />
          {t('assist')}
        </Link>
      ) : (
        <Link to="/login/" search={here === startPage() ? {} : { to: here }} className={navigation.entry}>
          <IconLogin2 {...icon} />
          {t('signIn')}
        </Link>
      )}
    </>
  );
}

interface WaysProps {
  readonly onMenu: () => void;
}

export function Rail({ onMenu }: WaysProps) {
  const t = useTexts(texts);
  const { brand } = getConfig();
  return (
    <nav className={navigation.rail} aria-label={t('main')}>
      <img src={brand.logoUrl} alt={brand.name} width={36} height={36} className={navigation.logo} />
      <Entries />
      <button type="button" className={navigation.entry} aria-haspopup="dialog" onClick={onMenu}>
        <IconMenu2 {...icon} />
        {t('menu')}
      </button>
      <span className={navigation.gap} />
      <LanguageButton className={styles.language} />
    </nav>
  );
}

export function Bar() {
  const t = useTexts(texts);
  return (
    <nav className={navigation.bar} aria-label={t('main')}>
      <Entries />
    </nav>
  );
}

/** The top bar of the first-level pages on a phone: brand, language, menu. */
export function TopBar({ onMenu }: WaysProps) {
  const t = useTexts(texts);
  const { brand } = getConfig();
  return (
    <header className={styles.top}>
      <img src={brand.logoUrl} alt="" width={36} height={36} />
      <span className={styles.brand}>{brand.name}</span>
      <LanguageButton />
      <IconButton isField label={t('menu')} icon={<IconMenu2 {...icon} />} aria-haspopup="dialog" onClick={onMenu} />
    </header>
  );
}
