import { lazyPart } from '../../ui/feedback/lazy-part';

const load = () => import('./sign-on');

/** Lazy: few companies have an identity provider. */
export const SignOnStep = lazyPart(load, 'SignOnStep');
export const SignOnReturn = lazyPart(load, 'SignOnReturn');
