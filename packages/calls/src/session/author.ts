/** Finds the author of something in a call, with the key that verifies it. */
import type { CallTarget } from '@earth/contracts';
import type { Recipient } from '@earth/messaging';
import type { CallPorts } from '../ports';
import { findTarget } from './roster';

/** The contact's signing key. @throws ApiFailure if the server has to be asked and is unreachable */
export type AuthorOf = (contactId: string) => Promise<Recipient>;

/** A contact who is unknown here may have joined just now: the server is asked before anything counts as not genuine. */
export function createAuthorOf(
  { api, me }: Pick<CallPorts, 'api' | 'me'>,
  callId: string,
  targets: () => readonly CallTarget[],
): AuthorOf {
  return async (contactId) => {
    if (contactId === me.uniqueId) return me;
    const known = findTarget(targets(), contactId) ?? findTarget(await api.listParticipants({ id: callId }), contactId);
    // Nothing by a contact outside the call is genuine: no signature fits an empty key.
    return known?.contact ?? { uniqueId: contactId, publicKey: '' };
  };
}
