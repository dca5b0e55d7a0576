import type { RoleCode, SignedInDevice } from '@earth/contracts';

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
  readonly appOs: SignedInDevice['appOs'];
  /** The key to which the session is bound (`signatures.ts`); null: to none yet. */
  readonly signingKey: string | null;
  /** Null for a user with an account. */
  readonly guest: Guest | null;
}

/**
 * An API token of a company. It is no contact, so it cannot make calls that need one. In the calls that its scopes open to it, it may do
 * what an admin may.
 */
export interface TokenCaller {
  readonly contactId: null;
  readonly companyId: string;
  readonly tokenId: string;
  readonly tokenName: string;
  readonly role: 'ADMIN';
  readonly guest: null;
}

/** Who makes a call that is open to API tokens too. */
export type Caller = Principal | TokenCaller;
