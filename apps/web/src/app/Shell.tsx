import { isController } from '@earth/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getConfig, useMe } from '../data';
import { queryClient } from '../data/queries';
import { OfflineBar } from '../ui/OfflineBar';
import { useIsDesktop } from '../ui/use-media';
import { KeysDialog } from './KeysDialog';
import { useKey } from './keys';
import { Navigation } from './Navigation';
import { Reachable } from './Reachable';
import styles from './Shell.module.css';
import { usePageFocus } from './use-page-focus';
import { useReach } from './use-reach';

/** A desk reads at arm's length: one step denser, for who works there. The field user's targets stay large anywhere. */
function useDensity(isDense: boolean) {
  useEffect(() => {
    document.documentElement.dataset.density = isDense ? 'desk' : 'touch';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, [isDense]);
}

/** The other pages are small: they are there before the net goes away. Where they do not come, opening one asks again. */
function loadPages(isForController: boolean) {
  void Promise.allSettled([
    import('./Home').then(({ loadHome }) => loadHome(isForController)),
    import('../features/people'),
    import('../features/rooms'),
    import('../features/call-page'),
    import('../features/me'),
    import('../features/discover'),
  ]);
}

/** What surrounds every page of who is signed in. */
export function Shell() {
  const me = useMe();
  const isDesktop = useIsDesktop();
  const [areKeysShown, showKeys] = useState(false);
  const main = usePageFocus();
  const reach = useReach();
  useDensity(isDesktop && isController(me.role.code));
  useEffect(() => loadPages(isController(me.role.code)), [me.role.code]);
  useEffect(() => {
    if (me.hasProtectedKeys) void import('../data/kept-known-keys').then(({ restoreKnownKeys }) => restoreKnownKeys());
  }, [me.hasProtectedKeys]);
  useKey('?', () => showKeys(true));
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.shell}>
        <Navigation brand={getConfig().brand} onShowKeys={() => showKeys(true)} />
        <main ref={main} tabIndex={-1} className={styles.main} data-scroll-restoration-id="assist">
          <OfflineBar reach={reach} />
          <Outlet />
        </main>
      </div>
      <Reachable />
      <KeysDialog isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </QueryClientProvider>
  );
}
