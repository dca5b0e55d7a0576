/** Start of the app: loads the server's settings, then the stored session, then the screens. */
import '@fontsource-variable/inter/wght.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/overlay/layers.css';
import { HOME_CODE } from '@earth/contracts';
import { RouterProvider } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { type ComponentType, lazy, startTransition, StrictMode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useStore } from 'zustand';
import { isSignInStored, loadConfig, scopeStore, session, useSession } from '../platform';
import { isInShell } from '../platform/native/shell';
import { isServerChosen, serverOrigin } from '../platform/server-address';
import '../platform/push/answer-by-address';
import { ScopeContext } from '../platform/session/scope-context';
import type { SessionScope } from '../platform/session/session-scope';
import '../platform/worker/install-prompt';
import { createRecoveries, ErrorBoundary } from '../ui/feedback/ErrorBoundary';
import { lazyPart } from '../ui/feedback/lazy-part';
import { PartAwaited } from '../ui/feedback/PartFailed';
import { applyTheme } from '../ui/theme';
import { Toaster } from '../ui/feedback/Toaster';
import { handleStepsBack } from '../shared/back-order';
import { endFirstView } from './first-view';
import { loadShell } from './Protected';
import { loadReachable } from './Root';
import { createAppRouter } from './router';
import { shell } from './base-routes';
import { StartFailed } from './StartFailed';

/** The Content-Security-Policy forbids `eval`, which zod would use for speed. */
z.config({ jitless: true });

/** It registers the service worker: neither is awaited. */
const NewVersion = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./NewVersion').then(
      (loaded) => ({ default: loaded.NewVersion }),
      () => ({ default: () => null }),
    ),
);

/** Visitors seal nothing. A failed load is retried, because sealing waits for it. */
const KeyQuestion = lazyPart(() => import('./KeyQuestion'), 'KeyQuestion', { Missing: PartAwaited });

const router = createAppRouter();
handleStepsBack(router.history, Date.now);
if (isInShell())
  void import('./in-shell/page').then(
    ({ beginInShell }) => beginInShell(router.history),
    () => undefined,
  );
const recoveries = createRecoveries();

const onCrash = (scope: SessionScope, cause: unknown) =>
  void import('./crash').then(
    (loaded) => loaded.onCrash(scope, cause),
    () => undefined,
  );

function App() {
  const scope = useStore(scopeStore);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  return (
    <ScopeContext value={scope}>
      <ErrorBoundary recoveries={recoveries} onCrash={(cause) => onCrash(scope, cause)}>
        <RouterProvider router={router} />
        <Toaster />
        <Suspense fallback={null}>
          <NewVersion />
        </Suspense>
        {isSignedIn && <KeyQuestion />}
      </ErrorBoundary>
    </ScopeContext>
  );
}

/** The mobile app has no server yet: its user chooses one. */
async function chooseServer(root: Root) {
  const { ConnectServer } = await import('../account/sign-in/server');
  root.render(<ConnectServer onConnected={() => void show(root)} />);
}

/** Only one at a time: a user may tap twice while a server is slow. */
let isShowing = false;

async function show(root: Root) {
  if (isShowing) return;
  isShowing = true;
  await showPage(root).finally(() => {
    isShowing = false;
  });
}

async function showPage(root: Root) {
  if (serverOrigin() === null) return chooseServer(root);
  if (isInShell()) await import('../platform/leave-server').then(({ keepDataOfOwnServer }) => keepDataOfOwnServer());
  try {
    const { brand } = await loadConfig();
    document.title = brand.title;
    applyTheme(brand);
  } catch {
    const choose = () => void import('../platform/leave-server').then(({ leaveServer }) => leaveServer());
    root.render(<StartFailed onRetry={() => void show(root)} onChoose={isServerChosen() ? choose : undefined} />);
    return;
  }
  void session.start();
  await router.load().catch(() => undefined);
  if (isInShell()) void import('./open-links').then(({ openLinks }) => openLinks(router));
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}

/** Preloads the page at the current address with its shell, or the sign-in if that is required. */
function loadPage(): Promise<unknown> {
  const { pathname } = router.latestLocation;
  const isVisitor = !isSignInStored();
  // The build's start page is not known yet: most builds redirect visitors from the root to the landing page.
  const [routes] = router.getMatchedRoutes(isVisitor && pathname === '/' ? HOME_CODE : pathname);
  const isWithin = routes.some(({ id }) => id === shell.id);
  if (isWithin && isVisitor) return import('../account/sign-in');
  const around = [isVisitor ? undefined : loadReachable(), isWithin ? loadShell() : undefined];
  return Promise.all([...around, ...routes.map((route) => router.loadRouteChunk(route))]);
}

/** Time of the last reload for a missing script: prevents a reload loop. */
const RELOADED_AT = 'reloadedAt';
const RELOAD_EVERY_MS = 60_000;

/**
 * Reloads the page if a script of an older build is gone from the server, because the new page names its replacement. Only before
 * anything is shown: later a reload could lose the user's work, so the part's replacement offers it instead.
 * @returns a function that stops it
 */
function reloadForMissingParts(): () => void {
  const reload = () => {
    const wasReloaded = Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_EVERY_MS;
    if (wasReloaded || !navigator.onLine) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  };
  addEventListener('vite:preloadError', reload);
  return () => removeEventListener('vite:preloadError', reload);
}

export async function start(): Promise<void> {
  const stopReloading = reloadForMissingParts();
  endFirstView();
  // Loaded in parallel with the settings; on failure the router tries again.
  loadPage().catch(() => undefined);
  const place = document.getElementById('root');
  if (place) await show(createRoot(place, { onRecoverableError: recoveries.onRecoverableError }));
  stopReloading();
}
