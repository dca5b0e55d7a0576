import { lazyPart } from '../../ui/lazy-part';

/** Seldom seen, and its popup is large. */
export const NoData = lazyPart(() => import('./NoData'), 'NoData');
