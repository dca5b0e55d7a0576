/** The routes of the editors of contents (D2.21); they need a sign-in. */
import { createRoute } from '@tanstack/react-router';
import { lazyPart } from '../ui/feedback/lazy-part';
import { discover, shell } from './base-routes';
import { readEdited, readEditor, readView } from './read-address';

export const contentEditor = createRoute({
  getParentRoute: () => shell,
  path: '/discover-content-detail',
  validateSearch: readEdited,
  component: lazyPart(() => import('../discover/content-editor'), 'ContentEditorPage'),
});

export const discoverViews = createRoute({
  getParentRoute: () => discover,
  path: '/discover-views',
  staticData: { isForMembers: () => true },
  validateSearch: readEditor,
  component: lazyPart(() => import('../discover/model-editor'), 'DiscoverViews'),
});

export const discoverView = createRoute({
  getParentRoute: () => discover,
  path: '/discover-view-detail',
  staticData: { isForMembers: () => true },
  validateSearch: readView,
  component: lazyPart(() => import('../discover/model-editor'), 'DiscoverView'),
});
