import { useSession } from '../platform';

/**
 * Who is signed in; null: nobody. Differs for another user or company, and for other keys: new keys that another tab stored end the
 * socket of this one.
 */
export const useViewer = (): string | null =>
  useSession((state) => (state.status === 'signedIn' ? `${state.profile.uniqueId} ${state.profile.publicKey}` : null));
