import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SignedInOnly } from '../../app/Protected';
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
  // With other keys one starts anew, too: what another tab has taken ends the socket of this one.
  const who = useSession((state) =>
    state.status === 'signedIn' ? `${state.profile.uniqueId} ${state.profile.publicKey}` : null,
  );
  const hasNet = useSyncExternalStore(listenToNet, () => navigator.onLine);
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
