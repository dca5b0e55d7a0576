/** Policy of invitations: checks of which role may invite which. */
import { type RoleCode, rolesToInvite } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';

/** Requires a role that may invite. @throws ApiError `notAllowed` */
export function requireInviter(principal: Principal): void {
  if (rolesToInvite(principal.role).length === 0) throw new ApiError('notAllowed');
}

/**
 * Checked also when an invitation is changed or revoked: only a role that may give it may take it back. @throws ApiError
 * `notAllowed`
 */
export function requireMayInvite(principal: Principal, role: RoleCode): void {
  if (!rolesToInvite(principal.role).includes(role)) throw new ApiError('notAllowed');
}
