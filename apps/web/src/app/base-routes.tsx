/** The routes that others are below. */
import { createRootRoute, createRoute } from '@tanstack/react-router';
import { lazyPart } from '../ui/feedback/lazy-part';
import { NotFound } from '../ui/page/NotFound';
import { Protected } from './Protected';
import { Root } from './Root';

export const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

/** For signed-in users only. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Protected });

/** Public pages of Discover. */
export const discover = createRoute({
  getParentRoute: () => root,
  id: 'discover',
  component: lazyPart(() => import('./DiscoverShell'), 'DiscoverShell'),
});
