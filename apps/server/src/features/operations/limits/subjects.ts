/** Who is limited: an API token has limits of its own, as a session and a contact have. */
import type { Caller } from '../../../http/principal';

export const sessionOf = (caller: Caller): string => (caller.contactId === null ? caller.tokenId : caller.sessionId);
export const subjectOf = (caller: Caller): string => caller.contactId ?? caller.tokenId;
