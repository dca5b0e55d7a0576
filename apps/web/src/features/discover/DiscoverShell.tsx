import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SignedInOnly } from '../../app/Protected';
import { useIsOnline } from '../../app/use-is-online';
import { usePageFocus } from '../../app/use-page-focus';
import { getConfig, useSession } from '../../data';
import { queryClient } from '../../data/queries';
import { OfflineBar } from '../../ui/OfflineBar';
import { useIsDesktop } from '../../ui/use-media';
import styles from './discover.module.css';
import { Bar, Rail, TopBar } from './Ways';

/** Made when it is first opened. */
const loadMenuPanel = () => import('./MenuPanel');
const MenuPanel = lazy(async () => ({ default: (await loadMenuPanel()).MenuPanel }));

/** A visitor needs none of it. */
const Reachable = lazy(async () => ({ default: (await import('../../app/Reachable')).Reachable }));

/** The page itself is there by then. */
const MENU_AFTER_MS = 2_000;

function Frame() {
  const isDesktop = useIsDesktop();
  const main = usePageFocus();
  const who = useSession((state) => (state.status === 'signedIn' ? state.profile.uniqueId : null));
  const hasNet = useIsOnline();
  // Null: it has never been open.
  const [isMenuOpen, openMenu] = useState<boolean | null>(null);
  useEffect(() => {
    // Before the net may go away; where it does not come, opening it asks again.
    const timer = setTimeout(() => void loadMenuPanel().catch(() => undefined), MENU_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/earth' || pathname === '/preferiti' });
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.shell}>
        {isDesktop && <Rail onMenu={() => openMenu(true)} />}
        <main ref={main} tabIndex={-1} className={styles.main} data-scroll-restoration-id="discover">
          <OfflineBar reach={hasNet ? 'online' : 'offline'} />
          {!isDesktop && isHome && <TopBar onMenu={() => openMenu(true)} />}
          <Outlet />
        </main>
        {!isDesktop && <Bar />}
      </div>
      {who !== null && (
        <Suspense fallback={null}>
          <Reachable key={who} />
        </Suspense>
      )}
      {isMenuOpen !== null && (
        <Suspense fallback={null}>
          <MenuPanel isOpen={isMenuOpen} onClose={() => openMenu(false)} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** Of a build that is for who is signed in: what one may read before. */
const READ_BEFORE = '/terms';

/** What surrounds every page of a visitor. Nobody need be signed in, unless the build, or the page, is for who is. */
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
