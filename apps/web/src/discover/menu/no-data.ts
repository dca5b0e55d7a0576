import { lazyPart } from '../../ui/feedback/lazy-part';

/** Seldom seen, and its popup is large. */
export const NoData = lazyPart(() => import('./NoData'), 'NoData');
