/** The actions of a ring notification, whether a push or a page shows it. The service worker handles them. */
import { textsIn } from '../texts';

export type RingActions = readonly { readonly action: 'accept' | 'decline'; readonly title: string }[];

export const ringActions = (language: string): RingActions =>
  (['accept', 'decline'] as const).map((action) => ({ action, title: textsIn(language)(action) }));
