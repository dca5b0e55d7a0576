import type { RoleCode } from '@earth/contracts';

/** The restrictions of a guest: the host whom they may call, and the one call that they may be in. Null: they are in none yet. */
export interface Guest {
  readonly hostId: string;
  readonly callId: string | null;
}

/** The signed-in contact and device behind a request or a socket. */
export interface Principal {
  readonly contactId: string;
  readonly companyId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly role: RoleCode;
  /** Null for a user with an account. */
  readonly guest: Guest | null;
}
