import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SignedInOnly } from '../../app/Protected';
import { isStartPage } from '../../app/start-page';
import { getConfig, useSession } from '../../data';
import { queryClient } from '../../data/queries';
import { lazyPart, openPart } from '../../ui/lazy-part';
import { OfflineBar } from '../../ui/OfflineBar';
import { PartAwaited } from '../../ui/PartFailed';
import { useIsDesktop } from '../../ui/use-media';
import styles from './discover.module.css';
import { HOME } from './menu';
import { Bar, Rail, TopBar } from './Ways';

/** Made when it is first opened. */
const MenuPanel = lazyPart(() => import('./MenuPanel'), 'MenuPanel');

/** A visitor needs none of it. */
const Reachable = lazyPart(() => import('../../app/Reachable'), 'Reachable', PartAwaited);

/** Pages without a way back, beside that on which the build starts: on a phone they have the menu. */
const FIRST: ReadonlySet<string> = new Set([HOME, '/preferiti']);

/** The page itself is there by then. */
const MENU_AFTER_MS = 2_000;

function listenToNet(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** After each change of page the keyboard and the screen reader start at its content. */
function usePageFocus() {
  const place = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    place.current?.focus({ preventScroll: true });
  }, [path]);
  return place;
}

/** Nobody need be signed in, unless the build is for who is. */
export const ForVisitors = ({ children }: { readonly children: ReactNode }) =>
  getConfig().brand.loginRequired ? <SignedInOnly>{children}</SignedInOnly> : children;

/** What surrounds every page of a visitor. */
export const DiscoverFrame = ({ children }: { readonly children: ReactNode }) => (
  <ForVisitors>
    <Frame>{children}</Frame>
  </ForVisitors>
);

function Frame({ children }: { readonly children: ReactNode }) {
  const isDesktop = useIsDesktop();
  const main = usePageFocus();
  const who = useSession((state) => (state.status === 'signedIn' ? state.profile.uniqueId : null));
  const hasNet = useSyncExternalStore(listenToNet, () => navigator.onLine);
  // Null: it has never been open.
  const [isMenuOpen, openMenu] = useState<boolean | null>(null);
  useEffect(() => {
    // Before the net may go away; where it does not come, opening it asks again.
    const timer = setTimeout(() => void MenuPanel.preload(), MENU_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const showMenu = () => void openPart(MenuPanel, () => openMenu(true));
  const isFirst = useLocation({ select: ({ pathname }) => FIRST.has(pathname) || isStartPage(pathname) });
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.shell}>
        {isDesktop && <Rail onMenu={showMenu} />}
        <main ref={main} tabIndex={-1} className={styles.main} data-scroll-restoration-id="discover">
          <OfflineBar reach={hasNet ? 'online' : 'offline'} />
          {!isDesktop && isFirst && <TopBar onMenu={showMenu} />}
          {children}
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

export function DiscoverShell() {
  const isReadBefore = useLocation({ select: ({ pathname }) => pathname === READ_BEFORE });
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  if (isReadBefore && getConfig().brand.loginRequired && !isSignedIn)
    return (
      <div className={styles.shell}>
        <main className={styles.main}>
          <Outlet />
        </main>
      </div>
    );
  return (
    <DiscoverFrame>
      <Outlet />
    </DiscoverFrame>
  );
}
