import type { MadeGuestLink } from '@earth/contracts';
import { useState } from 'react';
import { api } from '../../data';
import { refreshGuestLinks } from '../../data/queries';

/** A link while it is made and shown. Its address is given once, and is nowhere to be had again. */
export type LinkState =
  | { readonly is: 'none' }
  | { readonly is: 'making' }
  | { readonly is: 'failed'; readonly words: string }
  | { readonly is: 'made'; readonly link: MadeGuestLink };

/** @param callId the call that it leads into; left out: it rings oneself */
export function useGuestLink(callId?: string) {
  const [state, setState] = useState<LinkState>({ is: 'none' });
  return {
    state,
    async make() {
      setState({ is: 'making' });
      try {
        const link = await api.makeGuestLink(callId === undefined ? {} : { callUniqueId: callId });
        setState({ is: 'made', link });
        void refreshGuestLinks();
      } catch (error) {
        setState({ is: 'failed', words: error instanceof Error ? error.message : '' });
      }
    },
    close: () => setState({ is: 'none' }),
  };
}
