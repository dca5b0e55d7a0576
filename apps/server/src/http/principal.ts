import type { RoleCode } from '@earth/contracts';

/** What binds a guest: the one whom they may call, and the one call they may be in. Null: they are in none yet. */
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
  /** Null: somebody with an account. */
  readonly guest: Guest | null;
}
