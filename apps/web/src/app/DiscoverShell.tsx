import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SignedInOnly } from './SignedInOnly';
import { isStartPage } from '../shared/start-page';
import { useIsChosen } from '../platform/storage/device-choices';
import { areNoticesWanted } from '../platform/storage/notices-wanted';
import { useLanguage } from '../shared/i18n';
import { useIsOnline } from '../shared/use-is-online';
import { usePageFocus } from '../shared/use-page-focus';
import { getConfig, useSession } from '../platform';
import { lazyPart, openPart } from '../ui/feedback/lazy-part';
import { OfflineBar } from '../ui/feedback/OfflineBar';
import { PartAwaited } from '../ui/feedback/PartFailed';
import { useIsDesktop } from '../shared/use-media';
import styles from './DiscoverShell.module.css';
import { HOME } from '../discover/menu/menu';
import { Bar, Rail, TopBar } from './DiscoverNavigation';
import { contentsClient } from '../discover/lists/model/contents-client';
import { ScopedQueries } from '../shared/ScopedQueries';
import { useViewer } from './use-viewer';

/** Mounted when it is first opened. */
const MenuPanel = lazyPart(() => import('../discover/menu/MenuPanel'), 'MenuPanel');

/** Not needed by visitors. */
const AskTerms = lazyPart(() => import('./AskTerms'), 'AskTerms', { Missing: PartAwaited });

/** Only for visitors who want to know what is nearby. */
const Nearby = lazyPart(() => import('../discover/nearby'), 'Nearby', { Missing: PartAwaited });

/** First-level pages, beside the build's start page: on a phone they have the menu instead of a back button. */
const FIRST_LEVEL_PAGES: ReadonlySet<string> = new Set([HOME, '/preferiti']);

/** By then the page itself has loaded. */
const MENU_AFTER_MS = 2_000;

function Frame() {
  const isDesktop = useIsDesktop();
  const main = usePageFocus();
  const viewer = useViewer();
  const language = useLanguage();
  const hasNet = useIsOnline();
  const isNearbyWanted = useIsChosen('nearbyWanted');
  // Null: it has never been open.
  const [isMenuOpen, openMenu] = useState<boolean | null>(null);
  useEffect(() => {
    // Preloaded before the network may go away; if that fails, opening it tries again.
    const timer = setTimeout(() => void MenuPanel.preload(), MENU_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The end of a session ends the subscription, and another language is another request.
    if (areNoticesWanted())
      import('../platform/push/page-notices').then(
        ({ noticePush }) => noticePush.renew(),
        () => undefined,
      );
  }, [viewer, language]);
  const showMenu = () => void openPart(MenuPanel, () => openMenu(true));
  const isFirst = useLocation({ select: ({ pathname }) => FIRST_LEVEL_PAGES.has(pathname) || isStartPage(pathname) });
  return (
    <QueryClientProvider client={contentsClient}>
      <div className={styles.shell}>
        {isDesktop && <Rail onMenu={showMenu} />}
        <main ref={main} tabIndex={-1} className={styles.main} data-scroll-restoration-id="discover">
          <OfflineBar reach={hasNet ? 'online' : 'offline'} />
          {!isDesktop && isFirst && <TopBar onMenu={showMenu} />}
          <Outlet />
        </main>
        {!isDesktop && <Bar />}
      </div>
      {viewer !== null && (
        <ScopedQueries key={viewer}>
          <AskTerms />
        </ScopedQueries>
      )}
      {isNearbyWanted && <Nearby />}
      {isMenuOpen !== null && <MenuPanel isOpen={isMenuOpen} onClose={() => openMenu(false)} />}
    </QueryClientProvider>
  );
}

/** In a build for signed-in users only: the page that can be read before sign-in. */
const READ_BEFORE = '/terms';

/** The shell of every Discover page. A sign-in is only required if the build or the page demands it. */
export function DiscoverShell() {
  const isReadBefore = useLocation({ select: ({ pathname }) => pathname === READ_BEFORE });
  const isForMembers = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForMembers?.() === true),
  });
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  const { loginRequired } = getConfig().brand;
  if (isReadBefore && loginRequired && !isSignedIn)
    return (
      <div className={styles.shell}>
        <main className={styles.main}>
          <Outlet />
        </main>
      </div>
    );
  return (
    <SignedInOnly isRequired={loginRequired || isForMembers}>
      <Frame />
    </SignedInOnly>
  );
}
