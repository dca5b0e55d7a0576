import { isController } from '@earth/contracts';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getConfig, useMe } from '../platform';
import { OfflineBar } from '../ui/feedback/OfflineBar';
import { useIsDesktop } from '../shared/use-media';
import { ShortcutsDialog } from '../ui/overlay/ShortcutsDialog';
import { useShortcut } from '../shared/shortcuts/shortcuts';
import { AskTerms } from './AskTerms';
import { Navigation } from './Navigation';
import styles from './Shell.module.css';
import { usePageFocus } from '../shared/use-page-focus';
import { useReach } from '../shared/use-reach';
import { useScope } from '../platform/session/scope-context';
import { ScopedQueries } from '../shared/ScopedQueries';

/** Desk density: one step smaller for controllers at a desktop. The field user's targets always stay large. */
function useDensity(isDense: boolean) {
  useEffect(() => {
    document.documentElement.dataset.density = isDense ? 'desk' : 'touch';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, [isDense]);
}

/** Preloads the other pages, which are small, before the network may go away. If that fails, opening one tries again. */
function loadPages(isForController: boolean) {
  void Promise.allSettled([
    import('./Home').then(({ loadHome }) => loadHome(isForController)),
    import('../assist/people'),
    import('../assist/rooms/pages'),
    import('../assist/call-details'),
    import('../account/profile'),
    import('../discover/lists'),
  ]);
}

/** The shell of every signed-in page. */
export function Shell() {
  const scope = useScope();
  const me = useMe();
  const isDesktop = useIsDesktop();
  const [areShortcutsShown, showShortcuts] = useState(false);
  const main = usePageFocus();
  const reach = useReach();
  useDensity(isDesktop && isController(me.role.code));
  useEffect(() => loadPages(isController(me.role.code)), [me.role.code]);
  useEffect(() => {
    if (me.hasProtectedKeys)
      void import('../platform/crypto/kept-known-keys').then(({ createKnownKeysSync }) =>
        scope.get(createKnownKeysSync).restore(),
      );
  }, [me.hasProtectedKeys, scope]);
  useShortcut('?', () => showShortcuts(true));
  return (
    <ScopedQueries>
      <div className={styles.shell}>
        <Navigation brand={getConfig().brand} onShowShortcuts={() => showShortcuts(true)} />
        <main ref={main} tabIndex={-1} className={styles.main} data-scroll-restoration-id="assist">
          <OfflineBar reach={reach} />
          <Outlet />
        </main>
      </div>
      <AskTerms />
      <ShortcutsDialog isOpen={areShortcutsShown} onClose={() => showShortcuts(false)} />
    </ScopedQueries>
  );
}
