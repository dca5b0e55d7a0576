import { lazyPart } from '../../ui/feedback/lazy-part';

/** Rarely shown, and its popup is large. */
export const NoData = lazyPart(() => import('./NoData'), 'NoData');
