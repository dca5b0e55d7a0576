/** The routes of the editors of contents (D2.21); they need a sign-in. */
import { createRoute } from '@tanstack/react-router';
import { lazyPart } from '../ui/feedback/lazy-part';
import { readEdited } from './read-address';
import { shell } from './base-routes';

export const contentEditor = createRoute({
  getParentRoute: () => shell,
  path: '/discover-content-detail',
  validateSearch: readEdited,
  component: lazyPart(() => import('../discover/content-editor'), 'ContentEditorPage'),
});
