/** The router of the app. */
import { createRouter } from '@tanstack/react-router';
import { log, LogLevel } from '../platform/app-log';
import { routeTree } from './routes';

/** Rethrows a page's error to the boundary around the router: a crash replaces the whole app. */
function Rethrow({ error }: { readonly error: unknown }): never {
  throw error;
}

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    // `/login/` is a fixed address (D2.12); the others have no trailing slash.
    trailingSlash: 'preserve',
    scrollRestoration: true,
    // A new page starts at its top; a step back restores the scroll position.
    scrollToTopSelectors: ['[data-scroll-restoration-id="discover"]', '[data-scroll-restoration-id="assist"]'],
    disableGlobalCatchBoundary: true,
    defaultErrorComponent: Rethrow,
    defaultPendingMs: 150,
  });
  // Only the route, not its parameters, because a crash log carries it.
  router.subscribe('onResolved', () => log(LogLevel.verbose, `page: ${router.state.matches.at(-1)?.fullPath ?? ''}`));
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Whether a page of Discover requires a sign-in. */
    readonly isForMembers?: () => boolean;
  }
}
