import type { MadeGuestLink } from '@earth/contracts';
import { useRef, useState } from 'react';
import { api } from '../../platform';
import { refreshGuestLinks } from '../../shared/queries';

/** A link while it is made and shown. Its address is given once, and is nowhere to be had again. */
export type LinkState =
  | { readonly type: 'none' }
  | { readonly type: 'making' }
  | { readonly type: 'failed'; readonly words: string }
  | { readonly type: 'made'; readonly link: MadeGuestLink };

/** @param callId the call that it leads into; left out: it rings oneself */
export function useGuestLink(callId?: string) {
  const [state, setState] = useState<LinkState>({ type: 'none' });
  /** What one has wished for last; closing it is a wish too. */
  const wish = useRef(0);
  return {
    state,
    async make() {
      wish.current += 1;
      const mine = wish.current;
      setState({ type: 'making' });
      try {
        const link = await api.makeGuestLink(callId === undefined ? {} : { callUniqueId: callId });
        // Put away meanwhile: nobody has seen its address, so it must lead nowhere.
        if (wish.current !== mine) await api.revokeGuestLink({ id: link.uniqueId }).catch(() => undefined);
        else setState({ type: 'made', link });
        void refreshGuestLinks();
      } catch (error) {
        if (wish.current === mine) setState({ type: 'failed', words: error instanceof Error ? error.message : '' });
      }
    },
    close() {
      wish.current += 1;
      setState({ type: 'none' });
    },
  };
}
