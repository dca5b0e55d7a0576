/** From an empty page to the app: the server's settings first, then what is stored of a session, then the screens. */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@fontsource-variable/inter/wght.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/overlay/layers.css';
import { HOME_CODE } from '@earth/contracts';
import { RouterProvider } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { type ComponentType, lazy, startTransition, StrictMode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { getConfig, isSignInStored, loadConfig, session } from '../platform';
import '../platform/push/answer-by-address';
import '../platform/worker/install-prompt';
import { createRecoveries, ErrorBoundary } from '../ui/feedback/ErrorBoundary';
import { lazyPart } from '../ui/feedback/lazy-part';
import { PartAwaited } from '../ui/feedback/PartFailed';
import { ThemeProvider } from '../ui/ThemeProvider';
import { Toaster } from '../ui/feedback/Toaster';
import { answerStepsBack } from '../shared/back-order';
import { endFirstView } from './first-view';
import { loadShell } from './Protected';
import { createAppRouter, shell } from './router';
import { StartFailed } from './StartFailed';

/** Our policy forbids code made from text, which zod would use to be faster. */
z.config({ jitless: true });

/** It starts the service worker: neither is waited for. */
const NewVersion = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./NewVersion').then(
      (loaded) => ({ default: loaded.NewVersion }),
      () => ({ default: () => null }),
    ),
);

/** Nothing is sealed on the first screen. If it does not load, it is asked for again: what is to be sealed waits for it. */
const KeyQuestion = lazyPart(() => import('./KeyQuestion'), 'KeyQuestion', { Missing: PartAwaited });

const router = createAppRouter();
answerStepsBack(router.history, Date.now);
const recoveries = createRecoveries();

const onCrash = (cause: unknown) =>
  void import('./crash').then(
    (loaded) => loaded.onCrash(cause),
    () => undefined,
  );

function App() {
  return (
    <ThemeProvider brand={getConfig().brand}>
      <ErrorBoundary recoveries={recoveries} onCrash={onCrash}>
        <RouterProvider router={router} />
        <Toaster />
        <Suspense fallback={null}>
          <NewVersion />
        </Suspense>
        <KeyQuestion />
      </ErrorBoundary>
    </ThemeProvider>
  );
}

async function show(root: Root) {
  try {
    const { brand } = await loadConfig();
    document.title = brand.title;
  } catch {
    root.render(<StartFailed onRetry={() => void show(root)} />);
    return;
  }
  void session.start();
  await router.load().catch(() => undefined);
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}

/** What stands at the address, with all around it; who has to sign in first is shown that. */
function loadPage(): Promise<unknown> {
  const { pathname } = router.latestLocation;
  const isVisitor = !isSignInStored();
  // Which build it is nobody knows yet: most lead visitors from the root to the start.
  const [routes] = router.getMatchedRoutes(isVisitor && pathname === '/' ? HOME_CODE : pathname);
  const isWithin = routes.some(({ id }) => id === shell.id);
  if (isWithin && isVisitor) return import('../account/sign-in');
  const around = isWithin ? [loadShell()] : [];
  return Promise.all([...around, ...routes.map((route) => router.loadRouteChunk(route))]);
}

/** When this page was last loaded anew for a part that was gone: where that was in vain, it is not done at once again. */
const RELOADED_AT = 'reloadedAt';
const RELOAD_EVERY_MS = 60_000;

/**
 * A part of an older build is gone from the server: the page of the newer build has what takes its place. That is for as long as nothing
 * is shown; afterwards a reload could take from somebody what they are at, and what is in the place of the part offers it.
 * @returns what ends it
 */
function reloadForMissingParts(): () => void {
  const reload = () => {
    const isVain = Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_EVERY_MS;
    if (isVain || !navigator.onLine) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  };
  addEventListener('vite:preloadError', reload);
  return () => removeEventListener('vite:preloadError', reload);
}

export async function start(): Promise<void> {
  const stopReloading = reloadForMissingParts();
  endFirstView();
  // What is shown first comes beside the settings, not after them; where it does not, the router asks again.
  loadPage().catch(() => undefined);
  const place = document.getElementById('root');
  if (place) await show(createRoot(place, { onRecoverableError: recoveries.onRecoverableError }));
  stopReloading();
}
