/** Whose something in a call is said to be. */
import type { CallTarget } from '@earth/contracts';
import type { CallPorts, Recipient } from '../ports';
import { findTarget } from './roster';

/** By what key somebody of the call signs. Rejects where the server has to be asked and cannot be. */
export type AuthorOf = (contactId: string) => Promise<Recipient>;

/** Whoever is not known here may have come in just now: the server is asked before anything is called not genuine. */
export function createAuthorOf(
  { api, me }: Pick<CallPorts, 'api' | 'me'>,
  callId: string,
  targets: () => readonly CallTarget[],
): AuthorOf {
  return async (contactId) => {
    if (contactId === me.uniqueId) return me;
    const known = findTarget(targets(), contactId) ?? findTarget(await api.listParticipants({ id: callId }), contactId);
    // Of somebody whom the call does not know nothing is genuine.
    return known?.contact ?? { uniqueId: contactId, publicKey: '' };
  };
}
