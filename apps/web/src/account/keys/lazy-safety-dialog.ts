import { lazyPart } from '../../ui/feedback/lazy-part';

/** Lazy: it contains the QR code generator and reader. */
export const SafetyDialog = lazyPart(() => import('./SafetyDialog'), 'SafetyDialog');
