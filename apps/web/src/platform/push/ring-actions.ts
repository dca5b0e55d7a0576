/** The actions of a ring notification, whether a push or a page shows it. The service worker handles them. */
import type { Language } from '@earth/contracts';

export type RingActions = readonly { readonly action: 'accept' | 'decline'; readonly title: string }[];

export const ringActions: Readonly<Record<Language, RingActions>> = {
  en: [
    { action: 'accept', title: 'Accept' },
    { action: 'decline', title: 'Decline' },
  ],
  it: [
    { action: 'accept', title: 'Accetta' },
    { action: 'decline', title: 'Rifiuta' },
  ],
};
