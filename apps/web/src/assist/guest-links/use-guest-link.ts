import type { MadeGuestLink } from '@earth/contracts';
import { useRef, useState } from 'react';
import { api } from '../../platform';
import { refreshGuestLinks } from '../../shared/queries';
import { useScope } from '../../platform/session/scope-context';

/** Makes and holds a link. The server gives its address only once. */
export type LinkState =
  | { readonly type: 'none' }
  | { readonly type: 'making' }
  | { readonly type: 'failed'; readonly words: string }
  | { readonly type: 'made'; readonly link: MadeGuestLink };

/** @param callId the call that it leads into; without it, it rings the user */
export function useGuestLink(callId?: string) {
  const scope = useScope();
  const [state, setState] = useState<LinkState>({ type: 'none' });
  /** Identifies the latest request; closing counts as one too. */
  const wish = useRef(0);
  return {
    state,
    async make() {
      wish.current += 1;
      const mine = wish.current;
      setState({ type: 'making' });
      try {
        const link = await api.makeGuestLink(callId === undefined ? {} : { callUniqueId: callId });
        // Closed meanwhile: nobody has seen its address, so it is revoked.
        if (wish.current !== mine) await api.revokeGuestLink({ id: link.uniqueId }).catch(() => undefined);
        else setState({ type: 'made', link });
        void refreshGuestLinks(scope);
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
