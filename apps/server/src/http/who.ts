import type { RoleCode } from '@earth/contracts';

/** The signed-in contact and device behind a request or a socket. */
export interface Who {
  readonly contactId: string;
  readonly companyId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly role: RoleCode;
}
