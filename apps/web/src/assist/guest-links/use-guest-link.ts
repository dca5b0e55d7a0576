import type { MadeGuestLink } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../platform';
import { guestLinksQuery, refreshGuestLinks } from '../../shared/queries';
import { useScope } from '../../platform/session/scope-context';

/** No push announces that a guest has come. */
const POLL_MS = 5_000;

/** Whether a guest has come by the link that is shown, or it was revoked: it leads nowhere any more. */
export function useIsSpent(state: LinkState): boolean {
  const id = state.type === 'made' ? state.link.uniqueId : null;
  const { data } = useQuery({ ...guestLinksQuery, enabled: id !== null, refetchInterval: POLL_MS });
  /** The list may be older than the link. */
  const [listedId, setListedId] = useState<string | null>(null);
  const listed = data?.find(({ uniqueId }) => uniqueId === id);
  if (listed && listedId !== id) setListedId(id);
  return listed ? listed.guestName !== null : id !== null && listedId === id;
}

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
